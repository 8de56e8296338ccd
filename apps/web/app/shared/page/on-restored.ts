/** The browser shows a page again as it was left, by Back or Forward: nothing of it runs anew. Returns how to stop hearing of it. */
export function onRestored(then: () => void): () => void {
  const heard = ({ persisted }: PageTransitionEvent) => {
    if (persisted) then();
  };
  addEventListener('pageshow', heard);
  return () => removeEventListener('pageshow', heard);
}
