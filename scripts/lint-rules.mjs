/** Rules of this repository that oxlint does not have. */
export default {
  meta: { name: 'tiffin' },
  rules: {
    'no-fixed-date-locale': {
      meta: { type: 'problem' },
      create(context) {
        const refuse = (node) => {
          const [locale] = node.arguments;
          if (locale?.type !== 'Literal' || typeof locale.value !== 'string' || !formatsDates(node.callee)) return;
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

function formatsDates({ type, property }) {
  const names = ['DateTimeFormat', 'toLocaleDateString', 'toLocaleTimeString'];
  return type === 'MemberExpression' && names.includes(property.name);
}
