/** Sentences about portraits and the pictures of scenes. */

export const PICTURES = {
  "picture.portrait": "Portrait of {name}",
  "picture.portrait.add": "Add a portrait of {name}",
  "picture.portrait.change": "Change the portrait of {name}",
  "picture.background": "Picture of {scene}",
  "picture.scene.add": "Add picture",
  "picture.scene.change": "Change picture",
  "picture.none": "No picture yet. Drop one here.",
  "picture.choose": "Choose a file",
  "picture.how": "PNG, JPEG, WebP or GIF. You can also drop a file here, or paste a picture. Where a photograph was taken is not kept.",
  "picture.preview": "The picture you chose",
  "picture.use": "Use this picture",
  "picture.sending": "Sending…",
  "picture.remove": "Remove picture",
  "picture.too-large": "A picture has at most 8 MB.",
  "picture.unreadable": "This file cannot be shown as a picture; choose a PNG, JPEG, WebP or GIF.",
} as const;
