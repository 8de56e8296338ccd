import { useState } from 'react';
import { callOf, useAction } from '../../shared/api/use-action.ts';

/** Sends the links to the reservations of an email address or phone number to it. */
export function useSendLinks() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const action = useAction(callOf('sendReservationLinks'), {
    onDone: (answer) => setSentTo(answer.sentTo),
  });
  return { sentTo, ...action, startAgain: () => setSentTo(null) };
}
