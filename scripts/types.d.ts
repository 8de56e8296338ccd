// What TypeScript imports from the scripts, which are JavaScript: they run before anything is installed.
declare module '*/scripts/chromium.mjs' {
  export function findOrGetChromium(): Promise<string>;
}
declare module '*/scripts/web.mjs' {
  export function buildWeb(): Promise<void>;
}
declare module '*/scripts/root.mjs' {
  export const serverProgram: readonly string[];
  export function inRoot(...parts: readonly string[]): string;
}
