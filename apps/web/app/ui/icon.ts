import { createElement, type SVGProps } from 'react';

/** An icon's data in lucide-react. */
interface Drawing {
  readonly name: string;
  readonly node: readonly (readonly [shape: string, attributes: object])[];
}

/** Renders icons like lucide-react, but half a kilobyte smaller, because every guest loads it. */
export default function createIcon({ name, node }: Drawing) {
  const shapes = node.map(([shape, attributes], index) => createElement(shape, { key: index, ...attributes }));
  return function Icon({ className = '', ...props }: SVGProps<SVGSVGElement>) {
    const isShown = 'aria-label' in props || 'role' in props;
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isShown ? undefined : true,
        ...props,
        className: `lucide lucide-${name} ${className}`,
      },
      shapes,
    );
  };
}
