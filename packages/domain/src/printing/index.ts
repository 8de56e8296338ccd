export * from './code-page.ts';
export * from './esc-pos.ts';
export * from './kitchen-print.ts';
export * from './printers.ts';
export * from './text-style.ts';
export * from './ticket-layout.ts';
