let present: string | null = null;

/** Who is signed in in this tab, for what is kept on the device; null is a guest without an account. */
export function personHere(): string | null {
  return present;
}

/** Known before any part of the page asks for it. */
export function usePersonHere(uid: string | null): void {
  if (typeof window !== 'undefined') present = uid;
}
