/**
 * Called when Back or Forward shows a page from the browser's page cache, where no code runs again. Returns a
 * function that removes the listener.
 */
export function onPageRestored(onRestore: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onRestore();
  };
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}
