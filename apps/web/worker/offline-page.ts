import { currentLocale, say } from '@tiffin/domain/core';

/** The page shown when the network is down and the requested page is not cached. */
export function offlinePage(reason: string): Response {
  const html = `<!doctype html>
<html lang="${currentLocale()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say`No connection`}</title>
<style>
body { display: grid; place-content: center; min-height: 90vh; margin: 24px; background: #fdfaf3; color: #2a1526; font: 17px/1.5 Inter, system-ui, sans-serif; text-align: center; }
h1 { font: 560 2rem/1.15 Fraunces, Georgia, serif; }
a { display: inline-block; padding: 12px 20px; color: inherit; }
@media (prefers-color-scheme: dark) { body { background: #150b13; color: #f6edf0; } }
</style>
<main>
<h1>${say`No connection`}</h1>
<p>${reason} ${say`It will be there once you are connected again.`}</p>
<p><a href="">${say`Try Again`}</a> <a href="/">${say`Go Home`}</a></p>
</main>
<script>
const look = () => fetch('/api/ping', { cache: 'no-store' }).then(({ ok }) => ok && leave(), () => {});
const every = setInterval(look, 3000);
addEventListener('online', look);
function leave() {
  removeEventListener('online', look);
  clearInterval(every);
  location.reload();
}
</script>
</html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    },
  });
}
