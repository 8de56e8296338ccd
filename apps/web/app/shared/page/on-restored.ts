/** The browser shows a page again as it was left, by Back or Forward: nothing of it runs anew. Returns how to stop hearing of it. */
export function onRestored(then: () => void): () => void {
  const received = ({ persisted }: PageTransitionEvent) => {
    if (persisted) then();
  };
  addEventListener('pageshow', received);
  return () => removeEventListener('pageshow', received);
}
