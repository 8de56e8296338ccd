import { locale, say } from '@tiffin/domain/core';
import { colourProblem, contrast } from '@tiffin/domain/house';
import type { BillLine, Block, MailBrand, MailDraft } from '../../../platform/db/kept-json.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { currencyOf, moneyText, webAddress } from './words.ts';

/** The site's tokens as mail programs understand them: sRGB hex, no variables. */
export const light = {
  canvas: '#fdfaf4',
  surface: '#ffffff',
  line: '#e3ddd6',
  ink: '#261723',
  'ink-soft': '#5c4e58',
  'ink-faint': '#71656e',
  'saffron-100': '#fdf1d8',
  'saffron-500': '#f3a52b',
  'aubergine-700': '#5d2b50',
  'aubergine-900': '#33152d',
  'aubergine-950': '#200b1c',
  'on-brand': '#faf3e3',
  'on-brand-soft': '#e1ccbf',
} as const;

export const dark = {
  canvas: '#160b14',
  surface: '#2d1828',
  line: '#44313f',
  ink: '#f6f1e9',
  'ink-soft': '#c7bbb2',
  'ink-faint': '#a89aa2',
  'saffron-100': '#3c2a0e',
} as const;

const TEXT = "'Inter',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = "'Fraunces',Georgia,'Times New Roman',serif";

/** Tables without what browsers draw between cells; by style, because HTML knows no attributes for it any more. */
const BARE = 'border-collapse:separate;border-spacing:0;border:0';
const WIDE = `width:100%;${BARE}`;

/** What of a mail is the house's own. */
interface Dress {
  readonly band: string;
  readonly button: string;
  readonly accent: string;
  /** The one figure one looks for, on the band: large. */
  readonly figure: string;
  readonly currency: string;
}

/** What large words need of their ground (WCAG 2.2, 1.4.3). */
const LEAST_OF_LARGE = 3;

/** The house's own colours where they can be read, ours where it has none. */
function dressOf(house: MailBrand): Dress {
  const { colour, accent: chosen } = house;
  const brand = colour && colourProblem('brand', colour) === null ? colour : null;
  const accent = chosen && colourProblem('accent', chosen) === null ? chosen : light['saffron-500'];
  const ground = brand ?? light['aubergine-900'];
  // Both may be right by themselves and too near to each other.
  const figure = contrast(accent, ground) >= LEAST_OF_LARGE ? accent : light['on-brand'];
  return { band: ground, button: brand ?? light['aubergine-700'], accent, figure, currency: currencyOf(house) };
}

/** Programs that read a style sheet turn the lights down; the others keep the inlined colours. */
const sheet = ({ accent }: Dress): string => `
:root{color-scheme:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{text-underline-offset:2px}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.title{font-size:28px!important;line-height:34px!important}.figure{font-size:36px!important;line-height:42px!important}.outer{padding:0!important}.card{border-radius:0!important}}
@media (prefers-color-scheme:dark){.canvas{background:${dark.canvas}!important}.surface{background:${dark.surface}!important}.ink{color:${dark.ink}!important}.soft{color:${dark['ink-soft']}!important}.faint{color:${dark['ink-faint']}!important}.line{border-color:${dark.line}!important}.note{background:${dark['saffron-100']}!important;color:${dark.ink}!important}.go{background:${accent}!important}.go a{color:${light['aubergine-950']}!important}}
`;

export function renderHtml(brand: MailBrand, draft: MailDraft): string {
  const figure = draft.blocks.find((one) => one.kind === 'figure');
  const rest = draft.blocks.filter((one) => one !== figure);
  const dress = dressOf(brand);
  return `<!doctype html>
<html lang="${locale()}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(draft.subject)}</title>
<style>${sheet(dress)}</style>
<!--[if mso]><style>.before{mso-hide:all}</style><![endif]-->
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<div class="before" style="display:none;max-height:0;overflow:hidden">${escapeHtml(draft.preheader)}${'&#8199;&#847; '.repeat(40)}</div>
<table role="presentation" class="canvas" style="${WIDE};background:${light.canvas}"><tr><td class="outer" style="padding:32px 12px;text-align:center">
<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" style="${WIDE};max-width:600px;margin:0 auto;text-align:left">
${band(brand, draft.title, figure, dress)}
<tr><td class="card surface" style="background:${light.surface};border-radius:0 0 22px 22px;padding:12px 0 28px">
<table role="presentation" style="${WIDE}">
${rest.map((one) => block(one, dress)).join('\n')}
</table>
</td></tr>
${footer(brand, draft)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

type Figure = Extract<Block, { kind: 'figure' }>;

/** The band at the top: whose mail it is, what it says, and the one figure one looks for. */
function band(brand: MailBrand, title: string, figure: Figure | undefined, dress: Dress): string {
  const ground = `background:${dress.band}`;
  const sought = figure
    ? `<p style="margin:22px 0 2px;font:400 15px/22px ${TEXT};color:${light['on-brand-soft']}">${escapeHtml(figure.label)}</p>
<p class="figure" style="margin:0;font:400 44px/50px ${DISPLAY};color:${dress.figure}">${escapeHtml(figure.value)}</p>`
    : '';
  return `<tr><td class="card pad" style="${ground};border-bottom:4px solid ${dress.accent};border-radius:22px 22px 0 0;padding:30px 40px 32px">
<p style="margin:0 0 26px;font:600 20px/26px ${DISPLAY}"><a href="${attribute(brand.url)}" style="color:${light['on-brand']};text-decoration:none">${escapeHtml(brand.name)}</a></p>
<h1 class="title" style="margin:0;font:600 34px/40px ${DISPLAY};color:${light['on-brand']}">${escapeHtml(title)}</h1>
${sought}
</td></tr>`;
}

function block(it: Block, dress: Dress): string {
  switch (it.kind) {
    case 'text':
      return paragraphs(it.text);
    case 'figure':
      return row(`<p class="ink" style="${ink(20)}">${escapeHtml(it.label)}: ${escapeHtml(it.value)}</p>`);
    case 'facts':
      return row(facts(it.facts));
    case 'bill':
      return row(bill(it, dress), 28);
    case 'code':
      return row(code(it));
    case 'button':
      return row(button(it, dress));
    case 'note':
      return row(
        `<div class="note" style="background:${light['saffron-100']};border-radius:14px;padding:16px 18px;font:400 15px/23px ${TEXT};color:${light.ink};overflow-wrap:anywhere">${lines(it.text)}</div>`,
      );
    case 'image':
      return row(
        `<img src="${attribute(it.url)}" alt="${escapeHtml(it.alt)}" width="520" style="display:block;width:100%;max-width:520px;height:auto;border:0;border-radius:14px">`,
      );
    default:
      return row(
        `<p class="soft" style="margin:0;font:400 14px/21px ${TEXT};color:${light['ink-soft']};overflow-wrap:anywhere">${lines(it.text)}</p>`,
      );
  }
}

function row(content: string, above = 20): string {
  return `<tr><td class="pad" style="padding:${above}px 40px 0">${content}</td></tr>`;
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => row(`<p class="ink" style="${ink(17)};overflow-wrap:anywhere">${lines(paragraph)}</p>`, 16))
    .join('\n');
}

function ink(size: number): string {
  return `margin:0;font:400 ${size}px/${Math.round(size * 1.55)}px ${TEXT};color:${light.ink}`;
}

function facts(pairs: readonly (readonly [string, string])[]): string {
  const cells = pairs.map(
    ([label, value]) => `<tr>
<td class="soft" style="vertical-align:top;padding:5px 16px 5px 0;width:34%;font:400 15px/22px ${TEXT};color:${light['ink-soft']}">${escapeHtml(label)}</td>
<td class="ink" style="vertical-align:top;padding:5px 0;font:500 15px/22px ${TEXT};color:${light.ink};overflow-wrap:anywhere">${lines(value)}</td>
</tr>`,
  );
  return table(cells.join('\n'));
}

function bill(it: Extract<Block, { kind: 'bill' }>, { currency }: Dress): string {
  const heading = `<tr><td class="ink line" style="padding:0 0 12px;border-bottom:1px solid ${light.line};font:600 22px/28px ${DISPLAY};color:${light.ink}">${escapeHtml(it.title)}</td>
<td class="ink line" style="text-align:right;padding:0 0 12px;border-bottom:1px solid ${light.line};font:600 12px/28px ${TEXT};letter-spacing:.06em;white-space:nowrap;color:${light.ink}">${escapeHtml(it.badge)}</td></tr>`;
  const gap = `<tr><td class="line" colspan="2" style="padding:8px 0 0;border-bottom:1px solid ${light.line};font-size:1px;line-height:1px">&nbsp;</td></tr>`;
  return table(
    [
      heading,
      ...it.dishes.map((line) => billLine(line, 'dish', currency)),
      gap,
      ...it.sums.map((line) => billLine(line, 'sum', currency)),
      billLine(it.total, 'total', currency),
      ...it.below.map((line) => billLine(line, 'sum', currency)),
    ].join('\n'),
  );
}

const LINE_LOOKS = {
  dish: { name: 'ink', colour: light.ink, font: `500 16px/23px ${TEXT}`, figures: `500 16px/23px ${TEXT}` },
  sum: { name: 'soft', colour: light['ink-soft'], font: `400 15px/22px ${TEXT}`, figures: `400 15px/22px ${TEXT}` },
  total: { name: 'ink', colour: light.ink, font: `600 17px/34px ${TEXT}`, figures: `600 28px/34px ${DISPLAY}` },
} as const;

function billLine(line: BillLine, kind: keyof typeof LINE_LOOKS, currency: string): string {
  const { name, colour, font, figures } = LINE_LOOKS[kind];
  const note =
    line.note === null
      ? ''
      : `<br><span class="soft" style="font:400 14px/20px ${TEXT};color:${light['ink-soft']}">${escapeHtml(line.note)}</span>`;
  const above = kind === 'total' ? 12 : 10;
  return `<tr>
<td class="${name}" style="vertical-align:top;padding:${above}px 16px 0 0;font:${font};color:${colour};overflow-wrap:anywhere">${escapeHtml(line.text)}${note}</td>
<td class="${name}" style="vertical-align:top;text-align:right;padding:${above}px 0 0;font:${figures};color:${colour};white-space:nowrap">${escapeHtml(moneyText(line.amount, currency))}</td>
</tr>`;
}

function code(it: Extract<Block, { kind: 'code' }>): string {
  return `<div class="note" style="background:${light['saffron-100']};border-radius:14px;padding:18px;text-align:center;color:${light.ink}">
<p style="margin:0 0 4px;font:400 14px/20px ${TEXT}">${escapeHtml(it.label)}</p>
<p style="margin:0;font:700 26px/34px 'SFMono-Regular',Consolas,Menlo,monospace;letter-spacing:.08em;overflow-wrap:anywhere">${escapeHtml(it.code)}</p>
</div>`;
}

/** A table cell takes the colour, so that the button stays one where padding on links is ignored. */
function button(it: Extract<Block, { kind: 'button' }>, dress: Dress): string {
  return `<table role="presentation" style="${BARE};margin:6px 0 0"><tr><td class="go" style="padding:0;background:${dress.button};border-radius:999px"><a href="${attribute(it.url)}" style="display:inline-block;padding:13px 28px;font:600 16px/22px ${TEXT};color:${light['on-brand']};text-decoration:none;border-radius:999px">${escapeHtml(it.label)}</a></td></tr></table>`;
}

function footer(brand: MailBrand, draft: MailDraft): string {
  const quiet = `font:400 13px/20px ${TEXT};color:${light['ink-faint']}`;
  const link = (url: string, text: string): string =>
    `<a class="faint" href="${escapeHtml(url)}" style="color:${light['ink-faint']};text-decoration:underline">${escapeHtml(text)}</a>`;
  const unsubscribe =
    draft.unsubscribeUrl === null
      ? ''
      : ` ${link(webAddress(draft.unsubscribeUrl), say`Unsubscribe`)} ${escapeHtml(say`with one click.`)}`;
  const contact = [
    ...(brand.phone === '' ? [] : [link(phoneLink(brand.phone), brand.phone)]),
    ...(brand.email === '' ? [] : [link(`mailto:${brand.email}`, brand.email)]),
  ].join(' &nbsp;·&nbsp; ');
  return `<tr><td class="pad faint" style="text-align:center;padding:26px 40px 36px;${quiet}">
<p style="margin:0 0 10px">${escapeHtml(draft.reason)}${unsubscribe}</p>
<p style="margin:0 0 2px"><strong>${escapeHtml(brand.name)}</strong></p>
<p style="margin:0 0 2px">${escapeHtml(brand.postalAddress)}</p>
<p style="margin:0">${contact}</p>
</td></tr>`;
}

/** One from abroad says its country itself. */
function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.trim().startsWith('+') ? `tel:+${digits}` : `tel:+1${digits.slice(-10)}`;
}

function table(rows: string): string {
  return `<table role="presentation" style="${WIDE}">${rows}</table>`;
}

function lines(text: string): string {
  return escapeHtml(text.trim()).replace(/\r?\n/g, '<br>');
}

function attribute(url: string): string {
  return escapeHtml(webAddress(url));
}
