const PRELOAD = /<link rel="modulepreload"[^<>]* href=("[^"]+")[^<>]*\/>/g;
const FIRST_SCRIPT = /(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)/;
/** Pages of the back office show nothing without scripts, so they load them at once. */
const NOT_READABLE = /<html[^<>]* data-surface="staff"/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm;

/** One frame, so that the page is visible. A background tab has no frames to wait for. */
const WHEN_VISIBLE =
  'if (!document.hidden) await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 300); });';
/**
 * Reloads the page, unless somebody has typed into it. Also when Back shows it from the browser's page cache and it was left
 * before its scripts had loaded: Safari does not go on loading them.
 */
const RELOAD = `const reload = () => [...document.querySelectorAll("input, textarea")].some(({ value, defaultValue }) => value !== defaultValue) || location.reload();
addEventListener("pageshow", ({ persisted }) => persisted && globalThis.earlyPresses && reload());`;
/** Clicks before that are stored and replayed: see replay-clicks.ts. Until then the button pulses, which shows that it was pressed. */
const KEEP_PRESSES = `const presses = (globalThis.earlyPresses = { buttons: new Set(), stop: () => removeEventListener("click", keep, true) });
function keep({ target }) { const button = target.closest("button[type=button]:not([command], [popovertarget])"); if (!button || presses.buttons.has(button)) return; presses.buttons.add(button); button.animate({ opacity: [1, 0.35], scale: [0.94, 0.94] }, { duration: 400, iterations: Infinity, direction: "alternate" }); }
addEventListener("click", keep, true);`;
/**
 * The connection or the server failed during loading: reload the page, but only once. If scripts still fail after that,
 * someone may be reading the page or have typed into it, so reloading is left to them.
 */
const WITHOUT_A_LINE = `(error) => {
const look = () => fetch("/api/ping", { cache: "no-store" }).then(({ ok }) => ok && reload(), () => {});
addEventListener("online", reload);
if (performance.getEntriesByType("navigation")[0]?.type !== "reload") setInterval(look, 3000);
throw error;
}`;
const preload = (files: readonly string[]) =>
  `for (const href of [${files.join(', ')}]) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));`;

/**
 * A page is readable and looks right without its scripts. On a slow phone they load after the first paint, so that
 * styles, fonts and pictures have the connection to themselves. The router writes the page as if the scripts came
 * first; their order stays the same.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file = '']) => file);
  if (files.length === 0 || !FIRST_SCRIPT.test(html) || NOT_READABLE.test(html)) return html;
  return html
    .replace(PRELOAD, '')
    .replace(
      FIRST_SCRIPT,
      (_whole, start: string, script: string, end: string) =>
        `${start}${KEEP_PRESSES}\n${RELOAD}\n${WHEN_VISIBLE}\n${preload(files)}\n${startLater(script)}${end}`,
    );
}

/** Turns the static imports of the router's script into imports at the time it runs. */
function startLater(script: string): string {
  const imports = [...script.matchAll(IMPORT)].map(([, name = '', file]) => ({ name, file }));
  const names = imports.map(({ name }) => name).join(', ');
  const files = imports.map(({ file }) => `import(${file})`).join(', ');
  return `const [${names}] = await Promise.all([${files}]).catch(${WITHOUT_A_LINE});\n${script.replace(IMPORT, '').trimStart()}`;
}
