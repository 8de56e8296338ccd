import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API, SignatureKind, TypeFlags } from 'typescript/unstable/sync';
import { SyntaxKind } from 'typescript/unstable/ast';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const NAMES = /^(?:text|message|words)$/;
const PROJECTS = [
  { config: 'tsconfig.json', isIn: () => true },
  { config: 'apps/web/tsconfig.json', isIn: (file) => file.includes('/apps/web/app/') },
];
const USES = new Set([SyntaxKind.PropertyAccessExpression, SyntaxKind.JsxAttribute, SyntaxKind.ImportSpecifier]);
/** Tables whose keys are the channels text and mail. */
const BY_CHANNEL = new Set(['apps/web/app/guest/order/next-step-note.tsx']);
const TEXT = TypeFlags.StringLike | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never;
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void;

/**
 * What else these words name: a message that is sent (a row of `messages`, `MessageEvent`, a library's `Message`), the
 * schema, form field or generator of a text, and several words in a list or set.
 */
const SCHEMA = String.raw`^(?:Zod(?:Optional|Nullable|Default)<)*ZodString|^Arbitrary<|^FormField<|\btoTyped:|^\{ type: string`;
const ALSO = {
  text: new RegExp(String.raw`${SCHEMA}|^AsymmetricMatcher|Promise<string>$`),
  message: new RegExp(String.raw`${SCHEMA}|Message|\b(?:channel|recipient)\??:`),
  words: /^(?:readonly )?(?:string|\[)|Set<string>/,
};

/** Returns the declared names, each with its text's position. */
function declaredNames(source) {
  const names = [];
  const visit = (node) => {
    const { name } = node;
    if (name?.kind === SyntaxKind.Identifier && NAMES.test(name.text) && !USES.has(node.kind)) names.push(name);
    node.forEachChild(visit);
  };
  visit(source);
  return names;
}

function isText(checker, type) {
  if (type.flags & (TEXT | NOTHING)) return true;
  if (type.flags & TypeFlags.TypeParameter) return isText(checker, checker.getBaseConstraintOfType(type));
  if (type.flags & TypeFlags.Union)
    return type.getTypes().some((each) => isText(checker, each) && !(each.flags & NOTHING));
  if (type.flags & TypeFlags.Intersection) return type.getTypes().some((each) => isText(checker, each));
  const signatures = checker.getSignaturesOfType(type, SignatureKind.Call);
  return signatures.length > 0 && signatures.every((each) => isText(checker, checker.getReturnTypeOfSignature(each)));
}

/** The description of a type that the name does not fit, or null. TypeScript 7.0 cannot describe tuples. */
function misfit(checker, name) {
  let described = '[tuple]';
  try {
    const type = checker.getTypeAtLocation(name);
    if (!type || isText(checker, type)) return null;
    described = checker.typeToString(type);
  } catch (error) {
    if (!error.message.includes('panic')) throw error;
  }
  return ALSO[name.text].test(described) ? null : described;
}

test('what is named text, message or words is a string, or a function that returns one', () => {
  const api = new API({ cwd: root });
  const misfits = PROJECTS.flatMap(({ config, isIn }) => {
    const configFile = path.join(root, config);
    const { rootFiles, program, checker } = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    return rootFiles
      .filter(
        (file) =>
          isIn(file) &&
          !BY_CHANNEL.has(path.relative(root, file)) &&
          /\b(?:text|message|words)\b/.test(readFileSync(file, 'utf8')),
      )
      .flatMap((file) => {
        const source = program.getSourceFile(file);
        return declaredNames(source).flatMap((name) => {
          const type = misfit(checker, name);
          if (type === null) return [];
          const line = source.text.slice(0, name.end).split('\n').length;
          return [`${path.relative(root, file)}:${line} ${name.text}: ${type.slice(0, 90)}`];
        });
      });
  });
  api.close();
  expect(misfits).toEqual([]);
}, 300_000);
