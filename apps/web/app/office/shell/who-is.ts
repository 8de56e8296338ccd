import { texts } from './texts.ts';

/** Who works here, as the sidebar names them. */
export function whoIs({ displayName, email }: { readonly displayName: string; readonly email: string }): {
  name: string;
  email: string;
} {
  return { name: displayName.trim() || texts.nameFallback, email: email.trim() || texts.emailFallback };
}
