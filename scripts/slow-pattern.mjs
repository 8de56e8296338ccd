import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { Chars, getConsumedChars, isPotentiallyEmpty, toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

/** Why some text makes a regular expression slow; null if its time grows only with the length of the text. */
export function findSlowness(source, flags = '') {
  // This analysis finds repetitions that compete for the same text, and those at the beginning of a pattern.
  const [report] = analyse({ source, flags }).reports;
  if (report) return `${report.type}, as with many of ${report.character.literal.source}`;
  return findRestart(source, flags);
}

/**
 * A repetition that may fail afterwards, and whose text may contain the beginning of the pattern again and again: each
 * of these beginnings then reads up to the end. One example is `<a[^>]*>` on `<a<a<a`; `<a[^<>]*>` stops at the next one.
 */
function findRestart(source, flags) {
  const parser = new RegExpParser();
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const [pattern, flagsNode] = [parser.parsePattern(source, 0, source.length, mode), parser.parseFlags(flags)];
  let found = null;
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Infinity || found !== null) return;
      const { chars } = getConsumedChars(quantifier, flagsNode);
      const [before, after] = [siblings(quantifier, -1), siblings(quantifier, 1)];
      const canFail = after.some((each) => each.type === 'Assertion' || !isPotentiallyEmpty(each, flagsNode));
      if (canFail && before.every((each) => fits(each, chars, flagsNode))) {
        found = `“${quantifier.raw}” may contain the beginning of the pattern`;
      }
    },
  });
  return found;
}

/** What stands before or after a part of a pattern, outside its groups too. */
function siblings(part, direction) {
  const found = [];
  for (let each = part; each.parent; each = each.parent) {
    if (each.parent.type !== 'Alternative') continue;
    const { elements } = each.parent;
    const at = elements.indexOf(each);
    found.push(...(direction < 0 ? elements.slice(0, at) : elements.slice(at + 1)));
  }
  return found;
}

/** Whether a part of the beginning can match within a long text of these characters. */
function fits(part, chars, flags) {
  switch (part.type) {
    case 'Quantifier':
      return part.min === 0 || fits(part.element, chars, flags);
    case 'Group':
    case 'CapturingGroup':
      return part.alternatives.some(({ elements }) => elements.every((each) => fits(each, chars, flags)));
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return !toUnicodeSet(part, flags).chars.isDisjointWith(chars);
    case 'Assertion':
      return assertionFits(part, chars, flags);
    default:
      return true;
  }
}

function assertionFits({ kind, negate, alternatives }, chars, flags) {
  if (kind === 'start') return flags.multiline && !Chars.lineTerminator(flags).isDisjointWith(chars);
  if (kind === 'word') return negate || !chars.isSubsetOf(Chars.word(flags));
  if (kind !== 'lookbehind') return true;
  const [before, ...others] = alternatives.flatMap(({ elements }) => elements);
  if (before === undefined || others.length > 0 || !isPattern(before)) return true;
  const behind = toUnicodeSet(before, flags).chars;
  return negate ? !chars.isSubsetOf(behind) : !chars.isDisjointWith(behind);
}

const isPattern = ({ type }) => ['Character', 'CharacterSet', 'CharacterClass'].includes(type);
