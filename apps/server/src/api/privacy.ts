import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { forgetPerson } from '../modules/privacy/forget-person.ts';

export const privacyRoutes: readonly ImplementedCall[] = [
  // A repeated request finds nothing left. Its response is not stored, because it names the person.
  implement('forgetPerson', ({ context, actor, from, body }) => forgetPerson(context, { actor, from }, body)),
];
