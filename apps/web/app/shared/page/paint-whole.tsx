/**
 * At the end of a page: the browser paints it when all of it has arrived. Half a form moves when the rest comes: a link
 * at the right end grows to the left, and a line becomes taller. Only for short pages, because it delays the first
 * paint. The marker stands at the end because Chromium waits for the start of the element.
 */
export function PaintWhole() {
  return (
    <>
      <link rel="expect" href="#page-end" blocking="render" />
      <span id="page-end" hidden />
    </>
  );
}
