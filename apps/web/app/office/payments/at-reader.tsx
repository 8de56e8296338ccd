import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useReaders } from '../../shared/payment/use-readers.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';

export type Bill = Answer<'getBill'>['bill'];
export type ListedPayment = Bill['payments'][number];

export const billKey = (billId: string) => ['bill', billId];

/** While a reader waits for a card, the bill is polled, because the provider's event may be late. */
const POLL_MS = 2_500;

/** How often the bill is loaded again; false while no reader waits for a card. */
export function readerPollInterval(bill: Bill | undefined): number | false {
  return bill?.payments.some(({ reader }) => reader?.said === null) ? POLL_MS : false;
}

interface ReaderPaymentProps {
  billId: string;
  sessionId: string;
  locationId: string;
  reader: NonNullable<ListedPayment['reader']>;
}

/** A payment at a card reader: what the reader says, and buttons to ask again or to cancel. */
export function ReaderPayment({ billId, sessionId, locationId, reader }: ReaderPaymentProps) {
  const { said: message } = reader;
  const { data } = useReaders(locationId, message !== null);
  const changes = [billKey(billId)];
  const retry = useCall('retryTerminalPayment', { changes });
  const cancel = useCall('cancelPaymentLink', {
    changes,
    onDone: ({ status }) =>
      void (status === 'open' && toast.info(say`The bank is checking this card. Please wait for the result.`)),
  });
  const others = data?.readers.filter(({ readerId }) => readerId !== reader.readerId) ?? [];
  const problem = retry.error ?? cancel.error;
  return (
    <span className="stack gap-6">
      <span role="status">{message ?? say`Waiting for the card on ${reader.name}`}</span>
      <span className="flex flex-wrap gap-6">
        {message !== null &&
          [reader, ...others].map(({ readerId, name }) => (
            <Button
              key={readerId}
              look={readerId === reader.readerId ? 'line' : 'quiet'}
              size="sm"
              busy={retry.sending?.readerId === readerId}
              onClick={() => void retry.send({ sessionId, readerId })}
            >
              {readerId === reader.readerId ? say`Ask again` : say`Ask on ${name}`}
            </Button>
          ))}
        <Button look="quiet" size="sm" busy={cancel.isBusy} onClick={() => void cancel.send({ sessionId })}>
          {say`Cancel`}
        </Button>
      </span>
      {problem !== null && <small className="block">{problem}</small>}
    </span>
  );
}
