import { parseSync, type ESTree } from 'vite';

type Node = ESTree.Node;

/** A text for people and its position in a source file. */
export interface Message {
  /** As in the catalogues: 'We open {time}'. */
  readonly text: string;
  /** The singular: `n === 1 ? 'one order' : …` is one message with two forms. */
  readonly one?: string;
  /** The source expression of each placeholder. */
  readonly holes: ReadonlyMap<string, Span>;
  /** The expression that decides between singular and plural. */
  readonly count?: Span;
  readonly at: Span;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In text files every string is a message. In other files `say` marks them. */
export function isTextFile(file: string): boolean {
  return /^apps\/web\/.*[-/](?:texts?|words)\.ts$/.test(file);
}

/** Returns the messages of a source, outer ones before those in their placeholders. */
export function messagesIn(source: string, file: string): Message[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const found: Message[] = [];
  const all = isTextFile(file);
  const isText = (node: Node): node is ESTree.StringLiteral | ESTree.TemplateLiteral =>
    (node.type === 'Literal' && typeof node.value === 'string' && LETTER.test(node.value)) ||
    (node.type === 'TemplateLiteral' && node.quasis.some((quasi) => LETTER_OR_COLON.test(quasi.value.cooked ?? '')));
  const textNode = (node: Node): ESTree.StringLiteral | ESTree.TemplateLiteral | null => {
    if (node.type === 'TaggedTemplateExpression') {
      return node.tag.type === 'Identifier' && node.tag.name === 'say' ? node.quasi : null;
    }
    return all && isText(node) ? node : null;
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    // A text marked by `say` is chosen at run time, so singular and plural are two messages.
    if (all && node.type === 'ConditionalExpression' && isOne(node.test)) {
      const [one, many] = [textNode(node.consequent), textNode(node.alternate)];
      if (one && many) {
        const { text: oneText, holes: oneHoles } = textOf(one, source);
        const { text, holes } = textOf(many, source);
        found.push({
          text,
          one: oneText,
          holes: new Map([...oneHoles, ...holes]),
          count: spanOf(node.test.left),
          at: spanOf(node),
        });
        for (const hole of expressionsOf(one)) visit(hole);
        for (const hole of expressionsOf(many)) visit(hole);
        return;
      }
    }
    const marked = textNode(node);
    if (marked) {
      found.push({ ...textOf(marked, source), at: spanOf(node) });
      for (const hole of expressionsOf(marked)) visit(hole);
      return;
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return found;
}

const LETTER = /\p{L}{2}/u;
/** Languages differ in the space before a colon: 'Prête : K7QM4'. */
const LETTER_OR_COLON = /\p{L}{2}|: /u;
const TRANSPARENT = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isOne(test: Node): test is ESTree.BinaryExpression {
  return (
    test.type === 'BinaryExpression' &&
    test.operator === '===' &&
    test.right.type === 'Literal' &&
    test.right.value === 1
  );
}

/** Returns the parts of a node that can contain messages, without property names, compared codes and module paths. */
function childrenOf(node: Node): Node[] {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return [];
  if (node.type === 'Property' && !node.computed) return [node.value];
  if (node.type === 'MemberExpression') return [node.object];
  if (node.type === 'SwitchCase') return node.consequent;
  if (node.type === 'BinaryExpression' && COMPARES.has(node.operator)) return [];
  return Object.entries(node)
    .filter(([key]) => key !== 'type' && key !== 'source')
    .flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}

const COMPARES = new Set(['===', '!==', '==', '!=', 'in']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function expressionsOf(words: ESTree.StringLiteral | ESTree.TemplateLiteral): readonly Node[] {
  return words.type === 'TemplateLiteral' ? words.expressions : [];
}

function textOf(
  words: ESTree.StringLiteral | ESTree.TemplateLiteral,
  source: string,
): { text: string; holes: Map<string, Span> } {
  if (words.type !== 'TemplateLiteral') return { text: words.value, holes: new Map() };
  const holes = new Map<string, Span>();
  const names = words.expressions.map((expression) => {
    const name = freeName(nameOf(expression), spanOf(expression), holes, source);
    holes.set(name, spanOf(expression));
    return name;
  });
  const text = words.quasis
    .map(({ value }, at) => `${value.cooked ?? ''}${at < names.length ? `{${names[at]}}` : ''}`)
    .join('');
  return { text, holes };
}

/** Returns the placeholder name that translators see. */
function nameOf(expression: Node): string {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'MemberExpression') return nameOf(expression.property);
  if (expression.type === 'CallExpression') {
    const [first] = expression.arguments;
    const named = first && first.type !== 'SpreadElement' ? nameOf(first) : 'value';
    return named === 'value' ? nameOf(expression.callee) : named;
  }
  return 'value';
}

/** The same expression shares one placeholder. Another expression of the same name gets a number. */
function freeName(name: string, { start, end }: Span, usedNames: ReadonlyMap<string, Span>, source: string): string {
  for (let count = 1; ; count++) {
    const request = count === 1 ? name : `${name}${count}`;
    const there = usedNames.get(request);
    if (!there || source.slice(there.start, there.end) === source.slice(start, end)) return request;
  }
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
