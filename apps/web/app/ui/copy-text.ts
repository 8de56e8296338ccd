/** Copies a text. Pages without TLS have no clipboard and copy a selection, which must be within an open dialog. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  const focused = document.activeElement;
  (focused?.parentElement ?? document.body).append(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('nothing was copied');
}
