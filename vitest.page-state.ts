import type { Plugin } from 'vite';

/** What holds state although it is not declared with `let`. */
const STATEFUL = new Set(['Map', 'Set', 'Promise', 'createStore', 'lazy']);

/**
 * Lets tests put back what modules remember, as if the page had been loaded again: module-level `let`s and collections.
 * Much faster than evaluating the modules again, which are hundreds for every page.
 *
 * It adds to each module a function that assigns the first values once more. A module that remembers something in
 * another way, such as in a field of a constant object, or with a pattern (`let [a, b] = …`), is not put back.
 */
export function pageState(): Plugin {
  return {
    name: 'tiffin:page-state',
    transform(code, id) {
      if (!/\/(apps\/web\/app|packages\/domain\/src)\//.test(id) || /\.test\.|\/testing\/|\.css|\?/.test(id))
        return null;
      let changed = code;
      const again: string[] = [];
      for (const statement of this.parse(code).body) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration' || declared.kind === 'var') continue;
        for (const { id: name, init } of declared.declarations) {
          if (name.type !== 'Identifier') continue;
          if (declared.kind === 'const') {
            if (init?.type !== 'NewExpression' && init?.type !== 'CallExpression') continue;
            if (init.callee.type !== 'Identifier' || !STATEFUL.has(init.callee.name)) continue;
            // As long as before, so that all positions stay.
            const at = declared.start;
            changed = `${changed.slice(0, at)}let  ${changed.slice(at + 'const'.length)}`;
          }
          again.push(`${name.name} = ${init ? code.slice(init.start, init.end) : 'undefined'};`);
        }
      }
      if (again.length === 0) return null;
      return { code: `${changed}\n(globalThis.firstState ??= []).push(() => { ${again.join(' ')} });`, map: null };
    },
  };
}
