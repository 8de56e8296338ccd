import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';

type Contact = { readonly email: string } | { readonly phone: string };

/** Sends the links to the reservations of an email address or phone number to it. */
export function useSendLinks() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function send(contact: Contact): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      setSentTo((await api('sendReservationLinks', { body: contact })).sentTo);
    } catch (error) {
      setProblem(reservationErrorText(error));
    } finally {
      setIsSending(false);
    }
  }

  return { sentTo, problem, isSending, send, startAgain: () => setSentTo(null) };
}
