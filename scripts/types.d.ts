// Types of the scripts that TypeScript imports. Scripts are JavaScript because they run before anything is installed.
declare module '*/scripts/chromium.mjs' {
  export function findOrInstallChromium(): Promise<string>;
}
declare module '*/scripts/cluster-programs.mjs' {
  export function installClusterPrograms(): Promise<void>;
}
declare module '*/scripts/web.mjs' {
  export function buildWeb(): Promise<void>;
}
declare module '*/scripts/root.mjs' {
  export const root: string;
  export const serverNodeOptions: readonly string[];
  export function inRoot(...parts: readonly string[]): string;
}
