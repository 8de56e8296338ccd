import { currentLocale, say } from '@tiffin/domain/core';
import { digitsOf, normalisePhone } from '@tiffin/domain/people';
import { colourProblem, contrastRatio } from '@tiffin/domain/restaurant';
import type { BillLine, MailBlock, MailBrand, ComposedMail, MailLink } from '../../../platform/db/stored-json.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { currencyOf, moneyText, webAddress } from './mail-formats.ts';

/** The site's design tokens for mail programs: sRGB hex without variables. */
export const lightColours = {
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

/** The same for programs in dark mode, without the colours that do not change. */
export const darkColours = {
  canvas: '#160b14',
  surface: '#2d1828',
  line: '#44313f',
  ink: '#f6f1e9',
  'ink-soft': '#c7bbb2',
  'ink-faint': '#a89aa2',
  'saffron-100': '#3c2a0e',
} as const;

const TEXT_FONT = "'Inter',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY_FONT = "'Fraunces',Georgia,'Times New Roman',serif";

/** Tables without borders; by style, because the HTML attributes are obsolete. */
const TABLE_RESET = 'border-collapse:separate;border-spacing:0;border:0';
const FULL_WIDTH = `width:100%;${TABLE_RESET}`;

type Branding = ReturnType<typeof brandingOf>;

/** The contrast that large text needs (WCAG 2.2, 1.4.3). */
const MIN_LARGE_CONTRAST = 3;

/** The restaurant's colours where they are readable, else the defaults. */
function brandingOf(mailBrand: MailBrand) {
  const { colour, accent: chosen } = mailBrand;
  const brand = colour && colourProblem('brand', colour) === null ? colour : null;
  const accent = chosen && colourProblem('accent', chosen) === null ? chosen : lightColours['saffron-500'];
  const band = brand ?? lightColours['aubergine-900'];
  // Both colours may be fine alone but too similar together.
  const figure = contrastRatio(accent, band) >= MIN_LARGE_CONTRAST ? accent : lightColours['on-brand'];
  return {
    band,
    button: brand ?? lightColours['aubergine-700'],
    accent,
    figure,
    currency: currencyOf(mailBrand),
  };
}

/** A dark mode for programs that read style sheets; others keep the inline colours. */
const styleSheet = ({ accent }: Branding): string => `
:root{color-scheme:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{text-underline-offset:2px}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.title{font-size:28px!important;line-height:34px!important}.figure{font-size:36px!important;line-height:42px!important}.outer{padding:0!important}.card{border-radius:0!important}}
@media (prefers-color-scheme:dark){.canvas{background:${darkColours.canvas}!important}.surface{background:${darkColours.surface}!important}.ink{color:${darkColours.ink}!important}.soft{color:${darkColours['ink-soft']}!important}.faint{color:${darkColours['ink-faint']}!important}.line{border-color:${darkColours.line}!important}.note{background:${darkColours['saffron-100']}!important;color:${darkColours.ink}!important}.go{background:${accent}!important}.go a{color:${lightColours['aubergine-950']}!important}}
`;

/** Invisible characters behind the preheader. Without them an inbox would show the beginning of the mail there. */
const PREVIEW_FILLER = '&#8199;&#847; '.repeat(40);

/** The HTML of a mail. Its first figure is shown in the band at the top. */
export function renderHtml(brand: MailBrand, draft: ComposedMail): string {
  const figure = draft.blocks.find((one) => one.kind === 'figure');
  const otherBlocks = draft.blocks.filter((one) => one !== figure);
  const branding = brandingOf(brand);
  return `<!doctype html>
<html lang="${currentLocale()}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(draft.subject)}</title>
<style>${styleSheet(branding)}</style>
<!--[if mso]><style>.before{mso-hide:all}</style><![endif]-->
</head>
<body class="canvas" style="margin:0;padding:0;background:${lightColours.canvas}">
<div class="before" style="display:none;max-height:0;overflow:hidden">${escapeHtml(draft.preheader)}${PREVIEW_FILLER}</div>
<table role="presentation" class="canvas" style="${FULL_WIDTH};background:${lightColours.canvas}"><tr><td class="outer" style="padding:32px 12px;text-align:center">
<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" style="${FULL_WIDTH};max-width:600px;margin:0 auto;text-align:left">
${renderBand(brand, draft.title, figure, branding)}
<tr><td class="card surface" style="background:${lightColours.surface};border-radius:0 0 22px 22px;padding:12px 0 28px">
<table role="presentation" style="${FULL_WIDTH}">
${otherBlocks.map((one) => renderBlock(one, branding)).join('\n')}
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

type Figure = Extract<MailBlock, { kind: 'figure' }>;

/** The band at the top: restaurant, title and the large figure. */
function renderBand(brand: MailBrand, title: string, figure: Figure | undefined, branding: Branding): string {
  const figureHtml = figure
    ? `<p style="margin:22px 0 2px;font:400 15px/22px ${TEXT_FONT};color:${lightColours['on-brand-soft']}">${escapeHtml(figure.label)}</p>
<p class="figure" style="margin:0;font:400 44px/50px ${DISPLAY_FONT};color:${branding.figure}">${escapeHtml(figure.value)}</p>`
    : '';
  return `<tr><td class="card pad" style="background:${branding.band};border-bottom:4px solid ${branding.accent};border-radius:22px 22px 0 0;padding:30px 40px 32px">
<p style="margin:0 0 26px;font:600 20px/26px ${DISPLAY_FONT}"><a href="${attribute(brand.url)}" style="color:${lightColours['on-brand']};text-decoration:none">${escapeHtml(brand.name)}</a></p>
<h1 class="title" style="margin:0;font:600 34px/40px ${DISPLAY_FONT};color:${lightColours['on-brand']}">${escapeHtml(title)}</h1>
${figureHtml}
</td></tr>`;
}

function renderBlock(block: MailBlock, branding: Branding): string {
  switch (block.kind) {
    case 'text':
      return paragraphs(block.text);
    case 'figure':
      return row(`<p class="ink" style="${ink(20)}">${escapeHtml(block.label)}: ${escapeHtml(block.value)}</p>`);
    case 'facts':
      return row(facts(block.facts));
    case 'bill':
      return row(bill(block, branding), 28);
    case 'code':
      return row(code(block));
    case 'button':
      return row(button(block, branding));
    case 'links':
      return row(linkList(block.links));
    case 'note':
      return row(
        `<div class="note" style="background:${lightColours['saffron-100']};border-radius:14px;padding:16px 18px;font:400 15px/23px ${TEXT_FONT};color:${lightColours.ink};overflow-wrap:anywhere">${lines(block.text)}</div>`,
      );
    case 'image':
      return row(
        `<img src="${attribute(block.url)}" alt="${escapeHtml(block.alt)}" width="520" style="display:block;width:100%;max-width:520px;height:auto;border:0;border-radius:14px">`,
      );
    default:
      return row(
        `<p class="soft" style="margin:0;font:400 14px/21px ${TEXT_FONT};color:${lightColours['ink-soft']};overflow-wrap:anywhere">${lines(block.text)}</p>`,
      );
  }
}

function row(content: string, paddingTop = 20): string {
  return `<tr><td class="pad" style="padding:${paddingTop}px 40px 0">${content}</td></tr>`;
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => row(`<p class="ink" style="${ink(17)};overflow-wrap:anywhere">${lines(paragraph)}</p>`, 16))
    .join('\n');
}

function ink(size: number): string {
  return `margin:0;font:400 ${size}px/${Math.round(size * 1.55)}px ${TEXT_FONT};color:${lightColours.ink}`;
}

function facts(pairs: readonly (readonly [string, string])[]): string {
  const cells = pairs.map(
    ([label, value]) => `<tr>
<td class="soft" style="vertical-align:top;padding:5px 16px 5px 0;width:34%;font:400 15px/22px ${TEXT_FONT};color:${lightColours['ink-soft']}">${escapeHtml(label)}</td>
<td class="ink" style="vertical-align:top;padding:5px 0;font:500 15px/22px ${TEXT_FONT};color:${lightColours.ink};overflow-wrap:anywhere">${lines(value)}</td>
</tr>`,
  );
  return table(cells.join('\n'));
}

function bill(block: Extract<MailBlock, { kind: 'bill' }>, { currency }: Branding): string {
  const heading = `<tr><td class="ink line" style="padding:0 0 12px;border-bottom:1px solid ${lightColours.line};font:600 22px/28px ${DISPLAY_FONT};color:${lightColours.ink}">${escapeHtml(block.title)}</td>
<td class="ink line" style="text-align:right;padding:0 0 12px;border-bottom:1px solid ${lightColours.line};font:600 12px/28px ${TEXT_FONT};letter-spacing:.06em;white-space:nowrap;color:${lightColours.ink}">${escapeHtml(block.badge)}</td></tr>`;
  const gap = `<tr><td class="line" colspan="2" style="padding:8px 0 0;border-bottom:1px solid ${lightColours.line};font-size:1px;line-height:1px">&nbsp;</td></tr>`;
  return table(
    [
      heading,
      ...block.dishes.map((line) => billLine(line, 'dish', currency)),
      gap,
      ...block.sums.map((line) => billLine(line, 'sum', currency)),
      billLine(block.total, 'total', currency),
      ...block.below.map((line) => billLine(line, 'sum', currency)),
    ].join('\n'),
  );
}

const LINE_LOOKS = {
  dish: {
    className: 'ink',
    colour: lightColours.ink,
    font: `500 16px/23px ${TEXT_FONT}`,
    figures: `500 16px/23px ${TEXT_FONT}`,
  },
  sum: {
    className: 'soft',
    colour: lightColours['ink-soft'],
    font: `400 15px/22px ${TEXT_FONT}`,
    figures: `400 15px/22px ${TEXT_FONT}`,
  },
  total: {
    className: 'ink',
    colour: lightColours.ink,
    font: `600 17px/34px ${TEXT_FONT}`,
    figures: `600 28px/34px ${DISPLAY_FONT}`,
  },
} as const;

function billLine(line: BillLine, kind: keyof typeof LINE_LOOKS, currency: string): string {
  const { className, colour, font, figures } = LINE_LOOKS[kind];
  const note =
    line.note === null
      ? ''
      : `<br><span class="soft" style="font:400 14px/20px ${TEXT_FONT};color:${lightColours['ink-soft']}">${escapeHtml(line.note)}</span>`;
  const paddingTop = kind === 'total' ? 12 : 10;
  return `<tr>
<td class="${className}" style="vertical-align:top;padding:${paddingTop}px 16px 0 0;font:${font};color:${colour};overflow-wrap:anywhere">${escapeHtml(line.text)}${note}</td>
<td class="${className}" style="vertical-align:top;text-align:right;padding:${paddingTop}px 0 0;font:${figures};color:${colour};white-space:nowrap">${escapeHtml(moneyText(line.amount, currency))}</td>
</tr>`;
}

function code(block: Extract<MailBlock, { kind: 'code' }>): string {
  return `<div class="note" style="background:${lightColours['saffron-100']};border-radius:14px;padding:18px;text-align:center;color:${lightColours.ink}">
<p style="margin:0 0 4px;font:400 14px/20px ${TEXT_FONT}">${escapeHtml(block.label)}</p>
<p style="margin:0;font:700 26px/34px 'SFMono-Regular',Consolas,Menlo,monospace;letter-spacing:.08em;overflow-wrap:anywhere">${escapeHtml(block.code)}</p>
</div>`;
}

/** The table cell has the colour, because some programs ignore padding on links. */
function button(block: Extract<MailBlock, { kind: 'button' }>, branding: Branding): string {
  return `<table role="presentation" style="${TABLE_RESET};margin:6px 0 0"><tr><td class="go" style="padding:0;background:${branding.button};border-radius:999px"><a href="${attribute(block.url)}" style="display:inline-block;padding:13px 28px;font:600 16px/22px ${TEXT_FONT};color:${lightColours['on-brand']};text-decoration:none;border-radius:999px">${escapeHtml(block.label)}</a></td></tr></table>`;
}

function linkList(links: readonly MailLink[]): string {
  const item = ({ label, url }: MailLink) =>
    `<li style="margin:0 0 6px"><a class="ink" href="${attribute(url)}" style="color:${lightColours.ink};text-decoration:underline">${escapeHtml(label)}</a></li>`;
  return `<ul style="margin:0;padding:0 0 0 20px;font:400 16px/24px ${TEXT_FONT};color:${lightColours.ink}">${links.map(item).join('')}</ul>`;
}

function footer(brand: MailBrand, draft: ComposedMail): string {
  const smallText = `font:400 13px/20px ${TEXT_FONT};color:${lightColours['ink-faint']}`;
  const link = (url: string, text: string): string =>
    `<a class="faint" href="${escapeHtml(url)}" style="color:${lightColours['ink-faint']};text-decoration:underline">${escapeHtml(text)}</a>`;
  const unsubscribe =
    draft.unsubscribeUrl === null
      ? ''
      : ` ${link(webAddress(draft.unsubscribeUrl), say`Unsubscribe`)} ${escapeHtml(say`with one click.`)}`;
  const contact = [
    ...(brand.phone === '' ? [] : [link(phoneLink(brand.phone), brand.phone)]),
    ...(brand.email === '' ? [] : [link(`mailto:${brand.email}`, brand.email)]),
  ].join(' &nbsp;·&nbsp; ');
  return `<tr><td class="pad faint" style="text-align:center;padding:26px 40px 36px;${smallText}">
<p style="margin:0 0 10px">${escapeHtml(draft.reason)}${unsubscribe}</p>
<p style="margin:0 0 2px"><strong>${escapeHtml(brand.name)}</strong></p>
<p style="margin:0 0 2px">${escapeHtml(brand.postalAddress)}</p>
<p style="margin:0">${contact}</p>
</td></tr>`;
}

function phoneLink(phone: string): string {
  return `tel:${normalisePhone(phone) ?? digitsOf(phone)}`;
}

function table(rows: string): string {
  return `<table role="presentation" style="${FULL_WIDTH}">${rows}</table>`;
}

function lines(text: string): string {
  return escapeHtml(text.trim()).replace(/\r?\n/g, '<br>');
}

function attribute(url: string): string {
  return escapeHtml(webAddress(url));
}
