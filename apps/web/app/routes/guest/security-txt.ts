import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/security-txt';

const GOOD_FOR_DAYS = 180;

/** The contact for security reports (RFC 9116); 404 until the restaurant sets an address. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, publicUrl } = context.get(serverContext);
  const { site } = await api('getSite');
  const contact = site.supportEmail || site.email;
  if (!contact) return new Response('Not Found\n', { status: 404 });
  const until = new Date(Date.now() + GOOD_FOR_DAYS * 86_400_000);
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${until.toISOString()}`,
    `Canonical: ${publicUrl}${paths.securityTxt()}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
