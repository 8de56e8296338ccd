import { parseSync, type ESTree } from 'vite';

type Node = ESTree.Node;

/** Attributes that screen readers and browsers read out. */
const TEXT_ATTRIBUTES = new Set([
  'label',
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'alt',
  'hint',
  'heading',
  'text',
]);
/** Matches texts of two words or more, but not 'oneWord', 'a-code' or 'Header-Name'. */
const SENTENCE = /^[\s“‘(]*\p{Lu}[\p{Ll}’']+,?(?: [\p{L}’'&]+|\b.*[.!?…:]$)/u;

/** Finds error messages of use cases that no catalogue contains. */
export function errorsOutsideCatalogues(source: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      /^(?:refuse|failure)$/.test(node.callee.name)
    ) {
      const argument = node.arguments[1];
      const message = argument && source.slice(argument.start, argument.end);
      const texts = argument?.type === 'TemplateLiteral' ? argument.quasis.map(({ value }) => value.raw) : [message];
      const isText = argument?.type === 'TemplateLiteral' || argument?.type === 'Literal';
      if (message && isText && texts.some((text) => /\p{L}{2}/u.test(text ?? ''))) found.push(message);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found;
}

/** Finds texts of the web app that no catalogue contains because `say` does not mark them. */
export function textsOutsideCatalogues(source: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, parent: Node | null): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return;
    if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return;
    if (isForDevelopers(node)) return;
    if (node.type === 'TaggedTemplateExpression') {
      for (const hole of node.quasi.expressions) visit(hole, node);
      return;
    }
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(node.value)) found.push(node.value.trim());
    if (node.type === 'JSXAttribute') {
      const { name, value } = node;
      const isTextAttribute = name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(name.name);
      if (
        isTextAttribute &&
        value?.type === 'Literal' &&
        typeof value.value === 'string' &&
        /\p{Lu}\p{Ll}/u.test(value.value)
      ) {
        found.push(value.value);
      }
      if (value?.type !== 'Literal' && value) visit(value, node);
      return;
    }
    if (
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      !isName(node, parent) &&
      SENTENCE.test(node.value)
    ) {
      found.push(node.value);
    }
    if (node.type === 'TemplateLiteral') {
      const text = node.quasis.map(({ value }) => value.cooked ?? '').join('…');
      if (SENTENCE.test(text)) found.push(text);
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  const { program } = parseSync(file, source);
  visit(program, null);
  return found;
}

/** True for texts that only developers read: internal errors, logs and the API description. */
function isForDevelopers(node: Node): boolean {
  if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && node.callee.name.endsWith('Error');
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const of = object.type === 'MemberExpression' ? object.property : object;
  if (property.type !== 'Identifier') return false;
  return property.name === 'openapi' || (of.type === 'Identifier' && /^(?:log|console|logger)$/.test(of.name));
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => key !== 'type')
    .flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(
      (child): child is Node => typeof child === 'object' && child !== null && 'type' in child && 'start' in child,
    );
}

function isName(node: Node, parent: Node | null): boolean {
  return (
    (parent?.type === 'Property' && parent.key === node) ||
    (parent?.type === 'BinaryExpression' && /^[!=]==$/.test(parent.operator))
  );
}
