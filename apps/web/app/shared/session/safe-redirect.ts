/**
 * Where to go after signing in: only a path of this site. `//elsewhere`, `/\elsewhere`, schemes and
 * control characters all lead home instead of away.
 */
export function safeRedirect(wanted: string | null | undefined, otherwise: string): string {
  if (!wanted || !wanted.startsWith('/')) return otherwise;
  const here = 'https://here.invalid';
  if (!URL.canParse(wanted, here)) return otherwise;
  const url = new URL(wanted, here);
  if (url.origin !== here) return otherwise;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? otherwise : path;
}
