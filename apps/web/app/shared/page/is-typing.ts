/** Is somebody writing or choosing here? Then single keys are theirs. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
