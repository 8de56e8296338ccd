export function findOrGetChromium(): Promise<string>;
