/** The site's tokens as mail programs understand them: sRGB hex, no variables. */
export const light = {
  canvas: '#fdfaf4',
  surface: '#ffffff',
  line: '#e3ddd6',
  ink: '#261723',
  'ink-soft': '#5c4e58',
  'ink-faint': '#71656e',
  'saffron-100': '#fdf1d8',
  'saffron-500': '#f3a52b',
  'aubergine-700': '#5d2b50',
  'aubergine-900': '#33152d',
  'aubergine-950': '#200b1c',
  'on-brand': '#faf3e3',
  'on-brand-soft': '#e1ccbf',
} as const;

export const dark = {
  canvas: '#160b14',
  surface: '#2d1828',
  line: '#44313f',
  ink: '#f6f1e9',
  'ink-soft': '#c7bbb2',
  'ink-faint': '#a89aa2',
  'saffron-100': '#3c2a0e',
} as const;
