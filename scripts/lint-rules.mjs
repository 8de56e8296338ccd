/** Rules of this repository that oxlint does not have. */
export default {
  meta: { name: 'tiffin' },
  rules: {
    'no-fixed-date-locale': {
      meta: { type: 'problem' },
      create(context) {
        const refuse = (node) => {
          const [locale] = node.arguments;
          if (!locale || !formatsDates(node.callee) || !hasText(locale)) return;
          context.report({
            node: locale,
            message:
              'How a fixed locale writes a date differs between browsers. Use isoDay() for codes, and the language of the page for people.',
          });
        };
        return { NewExpression: refuse, CallExpression: refuse };
      },
    },
  },
};

const DATE_FORMATTERS = new Set(['DateTimeFormat', 'toLocaleDateString', 'toLocaleTimeString']);

function formatsDates(callee) {
  return DATE_FORMATTERS.has(callee.type === 'MemberExpression' ? callee.property.name : callee.name);
}

/** Whether one of the values that an expression may have is written out, as in `isCode ? 'en-CA' : LOCALE`. */
function hasText(expression) {
  const { type, value, consequent, alternate, left, right, elements } = expression;
  if (type === 'Literal') return typeof value === 'string';
  if (type === 'TemplateLiteral') return true;
  if (type === 'ConditionalExpression') return hasText(consequent) || hasText(alternate);
  if (type === 'LogicalExpression') return hasText(left) || hasText(right);
  return type === 'ArrayExpression' && elements.some((element) => element && hasText(element));
}
