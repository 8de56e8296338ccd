/** What a dish's photo may be, by its own first bytes. */
export type SourceFormat = 'jpeg' | 'png' | 'webp';

/** Told from the content; what a file is called or says of itself is no witness. */
export function formatOf(bytes: Buffer): SourceFormat | null {
  const starts = (at: number, signature: string) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts(0, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (starts(0, '\u0089PNG\r\n\u001a\n')) return 'png';
  return starts(0, 'RIFF') && starts(8, 'WEBP') ? 'webp' : null;
}
