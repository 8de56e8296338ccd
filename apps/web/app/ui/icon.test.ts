import { X } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './icon.ts';

const Ours = createIcon({
  name: 'x',
  node: [
    ['path', { d: 'M18 6 6 18', key: '1bl5f8' }],
    ['path', { d: 'm6 6 12 12', key: 'd8bk6v' }],
  ],
});

test.each([{}, { className: 'small' }, { 'aria-label': 'Close' }, { 'aria-hidden': true as const }, { width: 40 }])(
  'renders an icon with %j like lucide-react does',
  (props) => {
    const attributes = (markup: string) => markup.match(/[\w-]+="[^"]*"|<\/?\w+/g)?.toSorted();
    const drawn = (icon: typeof Ours | typeof X) =>
      attributes(renderToStaticMarkup(createElement(icon, props)).replaceAll(/ (?=")/g, ''));
    expect(drawn(Ours)).toEqual(drawn(X));
  },
);
