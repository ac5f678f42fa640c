/** Copies text to the clipboard; false where the browser does not allow it, for example on a plain HTTP connection. */
export async function copyText(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
