import { asText, cents, currentLocale, moneyFormat, say, sayNow, toDollars } from '@tiffin/domain/core';
import { CALL_RATE_LIMITS, type BodyLimits, type CallRateLimits } from '@tiffin/contract';
import type { ApiContext, App } from '../../../platform/http/api-context.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { readText } from '../../../platform/http/read-body.ts';
import { SANDBOX_CARDS } from './cards.ts';
import type { PayOutcome, SandboxSession, SandboxTables } from './sandbox-tables.ts';

const FORM: BodyLimits = { maxKb: 10, rate: CALL_RATE_LIMITS.form };
const CSP = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The sandbox's payment page: plain HTML that works without scripts and states that no money moves. */
export function mountSandboxPage(
  app: App,
  sandbox: SandboxTables,
  count: (c: ApiContext, rate: CallRateLimits) => Promise<unknown>,
): void {
  app.get('/pay/sandbox.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }));

  app.get('/pay/sandbox/:id', async (c) => {
    c.var.info.call = 'sandbox-page';
    const session = await sandbox.findRow(asText(c.req.param('id')));
    return renderPage(session, {}, session ? 200 : 404, await sandbox.currency());
  });

  app.post('/pay/sandbox/:id', async (c) => {
    c.var.info.call = 'sandbox-page';
    await count(c, FORM.rate);
    const id = asText(c.req.param('id'));
    const form = readFields(await readText(c, FORM), c.req.header('content-type') ?? '');
    const outcome =
      form.get('action') === 'cancel'
        ? await sandbox.cancel(id)
        : await sandbox.pay(id, form.get('card') ?? '', form.get('confirmed') === 'yes');
    if (outcome && 'returnUrl' in outcome) return redirectTo(outcome.returnUrl);
    return renderOutcome(outcome, form.get('card') ?? '', await sandbox.currency());
  });
}

/** The fields of a form, or of the same as JSON. */
function readFields(text: string, type: string): URLSearchParams {
  if (!/^application\/json/i.test(type)) return new URLSearchParams(text);
  try {
    return new URLSearchParams(Object.entries(JSON.parse(text) as Record<string, string>));
  } catch {
    return new URLSearchParams();
  }
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

type OutcomeWithPage = Exclude<PayOutcome, { readonly returnUrl: string }>;

function renderOutcome(outcome: OutcomeWithPage | null, card: string, currency: string): Response {
  if (!outcome) return renderPage(null, {}, 404, currency);
  switch (outcome.kind) {
    case 'declined':
      return renderPage(outcome.session, { problem: outcome.reason, card }, 402, currency);
    case 'asks-again':
      return renderPage(outcome.session, { cardToConfirm: card }, 200, currency);
    default:
      return renderPage(outcome.session, {}, 409, currency);
  }
}

/** What the page of an open payment shows besides the form. */
interface PageContent {
  readonly problem?: string;
  readonly card?: string;
  /** The number of the card whose bank asks for confirmation. */
  readonly cardToConfirm?: string;
}

function renderPage(session: SandboxSession | null, content: PageContent, status: number, currency: string): Response {
  const sum = session ? money(session, currency) : '';
  const title = session ? say`Pay ${sum} · Payment sandbox` : say`Payment not found · Payment sandbox`;
  const html = `<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pay/sandbox.css"></head><body><main>
<p class="notice"><strong>${escapeHtml(say`This is a sandbox. No money moves.`)}</strong> ${escapeHtml(say`It stands in for a card provider; do not enter a real card.`)}</p>
${session ? renderBody(session, content, currency) : `<h1>${escapeHtml(say`Payment not found`)}</h1><p>${escapeHtml(say`This payment page does not exist.`)}</p>`}
</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP,
      'cache-control': 'no-store',
    },
  });
}

const CLOSED: Readonly<Record<Exclude<SandboxSession['status'], 'open'>, () => string>> = {
  paid: () => say`This has been paid. You can go back to the restaurant.`,
  expired: () => say`This payment page has expired. Nothing was charged.`,
  cancelled: () => say`This payment was cancelled. Nothing was charged.`,
};

function renderBody(
  session: SandboxSession,
  { problem, card = '', cardToConfirm }: PageContent,
  currency: string,
): string {
  const sum = money(session, currency);
  const heading = `<p class="what">${escapeHtml(session.description)}</p><h1>${sum}</h1>`;
  const { status } = session;
  if (status !== 'open') {
    const back = status === 'paid' ? session.success_url : session.cancel_url;
    return `${heading}<p role="status">${escapeHtml(CLOSED[status]())}</p><p><a class="button" href="${escapeHtml(back)}">${escapeHtml(say`Back to the restaurant`)}</a></p>`;
  }
  if (cardToConfirm !== undefined) {
    return `${heading}<p role="status">${escapeHtml(say`Your bank asks: is it you who pays ${sum}?`)}</p>
<form method="post"><input type="hidden" name="card" value="${escapeHtml(cardToConfirm)}"><input type="hidden" name="confirmed" value="yes">
<button name="action" value="pay">${escapeHtml(say`Yes, it is me`)}</button><button class="plain" name="action" value="cancel">${escapeHtml(say`Cancel`)}</button></form>`;
  }
  const alert =
    problem === undefined
      ? ''
      : `<p class="problem" role="alert" id="problem">${escapeHtml(problem)} ${escapeHtml(say`Try another card.`)}</p>`;
  const described = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return `${heading}${alert}
<form method="post"><label for="card">${escapeHtml(say`Card number`)}</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required maxlength="30" value="${escapeHtml(card)}"${described}>
<button name="action" value="pay">${escapeHtml(session.kept_card === null ? say`Pay ${sum}` : say`Keep this card`)}</button></form>
<form method="post"><button class="plain" name="action" value="cancel">${escapeHtml(say`Cancel`)}</button></form>
<h2>${escapeHtml(say`Cards of the sandbox`)}</h2><dl>${SANDBOX_CARDS.map((each) => `<dt>${each.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</dt><dd>${escapeHtml(sayNow(each.effect))}</dd>`).join('')}</dl>`;
}

function money({ amount_cents: amount }: SandboxSession, currency: string): string {
  return `${moneyFormat(currency).format(toDollars(cents(amount)))} ${currency}`;
}

const style = `*{box-sizing:border-box}body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#241a24;background:#fffdf8}
main{max-width:26rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:2.2rem;margin:0 0 1rem}h2{font-size:1rem;margin:2rem 0 .5rem}
.notice{border:2px solid #8a5a00;background:#fff3d6;padding:.75rem 1rem;border-radius:10px;margin:0 0 1.5rem}
.what{margin:0;color:#5b4d5b}.problem{border-left:4px solid #b3261e;background:#fdeceb;padding:.6rem .8rem;margin:0 0 1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}input{width:100%;min-height:48px;font:inherit;padding:.5rem .75rem;border:1px solid #8b7c8b;border-radius:10px;background:#fff;color:inherit}
button,.button{display:block;width:100%;min-height:48px;margin-top:.75rem;font:inherit;font-weight:600;border:0;border-radius:10px;background:#7a2048;color:#fff;cursor:pointer;text-align:center;text-decoration:none;padding:.6rem 1rem}
.plain{background:none;color:inherit;border:1px solid #8b7c8b}dl{margin:0;font-size:.95rem}dt{font-family:ui-monospace,monospace;margin-top:.5rem}dd{margin:0;color:#5b4d5b}
:focus-visible{outline:3px solid #1d5fd1;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#f4eef2;background:#1a121b}.notice{background:#3a2a08;border-color:#f2b33d}.what,dd{color:#cbbfcb}
input{background:#2a1e2b;border-color:#8b7c8b}.problem{background:#4a1a18;border-color:#ff9d94}button,.button{background:#f2b33d;color:#241a24}.plain{background:none;color:inherit}:focus-visible{outline-color:#9cc3ff}}`;
