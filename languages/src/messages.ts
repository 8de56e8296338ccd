import { parseSync, type ESTree } from 'vite';

type Node = ESTree.Node;

/** A text for people and its position in a source file. */
export interface Message {
  /** As in the catalogues: 'We open {time}'. */
  readonly text: string;
  /** The singular: `n === 1 ? say`one order` : say`…`` is one message with two forms. */
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

/** Returns the messages of a source, outer ones before those in their placeholders. */
export function messagesIn(source: string, file: string): Message[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const found: Message[] = [];
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    if (node.type === 'ConditionalExpression' && isOne(node.test)) {
      const [one, many] = [markedText(node.consequent), markedText(node.alternate)];
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
        for (const hole of [...one.expressions, ...many.expressions]) visit(hole);
        return;
      }
    }
    const marked = markedText(node);
    if (marked) {
      found.push({ ...textOf(marked, source), at: spanOf(node) });
      for (const hole of marked.expressions) visit(hole);
      return;
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return found;
}

/** Returns the text that `say` marks. */
function markedText(node: Node): ESTree.TemplateLiteral | null {
  return node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'say'
    ? node.quasi
    : null;
}

const TRANSPARENT = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isOne(test: Node): test is ESTree.BinaryExpression {
  return (
    test.type === 'BinaryExpression' &&
    test.operator === '===' &&
    test.right.type === 'Literal' &&
    test.right.value === 1
  );
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function textOf(template: ESTree.TemplateLiteral, source: string): { text: string; holes: Map<string, Span> } {
  const holes = new Map<string, Span>();
  const names = template.expressions.map((expression) => {
    const name = freeName(nameOf(expression), spanOf(expression), holes, source);
    holes.set(name, spanOf(expression));
    return name;
  });
  const text = template.quasis
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
