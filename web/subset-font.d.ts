declare module "subset-font" {
  interface Wishes {
    targetFormat: "woff2";
    noHinting?: boolean;
    keepFeatures?: readonly string[];
  }
  export default function subsetFont(font: Uint8Array, letters: string, wishes: Wishes): Promise<Uint8Array>;
}
