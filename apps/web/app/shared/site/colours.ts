import { COLOUR_PATTERN } from '@tiffin/domain/restaurant';

/**
 * A restaurant's own colours for its guest pages. The palette keeps its lightness steps, which make it readable, and
 * takes their hue. Warning and success colours stay. The back office keeps the product's colours.
 */
export function coloursSheet(brand: string | null, accent: string | null): string {
  const rules = [
    ...(brand !== null && COLOUR_PATTERN.test(brand) ? brandRules(brand) : []),
    ...(accent !== null && COLOUR_PATTERN.test(accent) ? accentRules(accent) : []),
  ];
  return `:root[data-surface='guest']{${rules.join(';')}}\n`;
}

function brandRules(colour: string): string[] {
  const step = (lightness: number, chroma: string) => `oklch(from ${colour} ${lightness} ${chroma} h)`;
  return [
    `--aubergine-950:${step(0.19, 'calc(c*0.5)')}`,
    `--aubergine-900:${step(0.25, 'calc(c*0.7)')}`,
    `--aubergine-700:${colour}`,
    `--aubergine-500:${step(0.5, 'c')}`,
    `--aubergine-100:light-dark(${step(0.94, '0.018')},${step(0.28, '0.05')})`,
    `--brand:light-dark(var(--aubergine-900),${step(0.225, '0.05')})`,
    `--brand-raised:light-dark(var(--aubergine-700),${step(0.31, '0.065')})`,
  ];
}

function accentRules(colour: string): string[] {
  const step = (lightness: string, chroma: string) => `oklch(from ${colour} ${lightness} ${chroma} h)`;
  return [
    `--saffron-600:${step('calc(l - 0.12)', 'c')}`,
    `--saffron-500:${colour}`,
    `--saffron-300:${step('calc(l + 0.1)', 'calc(c*0.65)')}`,
    `--saffron-100:light-dark(${step('0.96', '0.035')},${step('0.3', '0.05')})`,
    `--saffron-ink:light-dark(${step('0.5', 'calc(c*0.7)')},${colour})`,
  ];
}
