const PRELOAD = /<link rel="modulepreload"[^>]* href=("[^"]+")[^>]*\/>/g;
const FIRST_SCRIPT = /(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)/;
/** The back office says nothing before its scripts do: it has them at once. */
const NOT_READABLE = /<html[^>]* data-surface="staff"/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm;

/** One frame, so that the page is seen; a page in a tab nobody looks at has none to wait for. */
const WHEN_VISIBLE =
  'if (!document.hidden) await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 300); });';
/** What is pressed until then is kept for when the page can answer: see replay-clicks.ts. */
const KEEP_PRESSES = `const presses = (globalThis.earlyPresses = { buttons: new Set(), stop: () => removeEventListener("click", keep, true) });
function keep({ target }) { const button = target.closest("button[type=button]:not([command], [popovertarget])"); if (button) presses.buttons.add(button); }
addEventListener("click", keep, true);`;
/**
 * The line went just then, or the server did: the page comes anew with it. By itself it does so once: one that came anew
 * and still cannot have its scripts is being read as it is, and where something was typed only its reader may lose it.
 */
const WITHOUT_A_LINE = `(error) => {
const anew = () => [...document.querySelectorAll("input, textarea")].some(({ value, defaultValue }) => value !== defaultValue) || location.reload();
const look = () => fetch("/api/ping", { cache: "no-store" }).then(({ ok }) => ok && anew(), () => {});
addEventListener("online", anew);
if (performance.getEntriesByType("navigation")[0]?.type !== "reload") setInterval(look, 3000);
throw error;
}`;
const preload = (files: readonly string[]) =>
  `for (const href of [${files.join(', ')}]) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));`;

/**
 * A page reads and looks right without its scripts. So on a slow phone they are asked for when it has
 * been seen: its style, its type and its pictures share the line with nothing. The router writes the
 * page as if the scripts came first; what they do stays as it wrote it.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file = '']) => file);
  if (files.length === 0 || !FIRST_SCRIPT.test(html) || NOT_READABLE.test(html)) return html;
  return html
    .replace(PRELOAD, '')
    .replace(
      FIRST_SCRIPT,
      (_whole, start: string, script: string, end: string) =>
        `${start}${KEEP_PRESSES}\n${WHEN_VISIBLE}\n${preload(files)}\n${startLater(script)}${end}`,
    );
}

/** What the router's script imports before it begins, imported when it is reached. */
function startLater(script: string): string {
  const imports = [...script.matchAll(IMPORT)].map(([, name = '', file]) => ({ name, file }));
  const names = imports.map(({ name }) => name).join(', ');
  const files = imports.map(({ file }) => `import(${file})`).join(', ');
  return `const [${names}] = await Promise.all([${files}]).catch(${WITHOUT_A_LINE});\n${script.replace(IMPORT, '').trimStart()}`;
}
