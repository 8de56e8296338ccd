import { useState } from 'react';
import { Car } from 'lucide-react';
import { isFinalStatus } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import { api } from '../../shared/api/api.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime, phoneHref } from '../../ui/format.ts';
import { texts } from './texts.ts';
import type { Order } from './use-order.ts';

const { here: words } = texts;

/** Curbside pickup: one press tells the staff to bring the order out. */
export function CurbsideArrivalButton({
  order,
  token,
  onChanged,
}: {
  order: Order;
  token: string;
  onChanged: () => void;
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [arrivedAt, setArrivedAt] = useState<string | null>(null);
  const online = useOnline();
  const { curbside, orderId, locationInfo, status } = order;
  if (!curbside || isFinalStatus(status)) return null;
  const hereAt = curbside.hereAt ?? arrivedAt;
  const phone = (
    <a href={phoneHref(locationInfo.phone)} className="inline-row touch-height weight-600 nowrap">
      {phoneText(locationInfo.phone)}
    </a>
  );
  if (hereAt !== null) {
    // Staff bring the order out only when it is ready.
    const { title, text } = status === 'ready' ? words.coming : words.existingAccount;
    return (
      <Banner tone="ok" announce="status" icon={<Car aria-hidden="true" />} title={title}>
        {text(formatTime(hereAt, 'time', locationInfo.timeZone), curbside.vehicle)}
      </Banner>
    );
  }

  async function say() {
    setState('busy');
    try {
      const { order: now } = await api('reportArrival', { body: { orderId, ...(token && { token }) } });
      setArrivedAt(now.curbside?.hereAt ?? null);
      setState('idle');
      onChanged();
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="stack gap-8">
      <Button size="lg" block busy={state === 'busy'} aria-disabled={!online} onClick={() => online && void say()}>
        <Car aria-hidden="true" /> {words.button}
      </Button>
      <p className="hint">{online ? words.hint(curbside.vehicle) : words.offline}</p>
      {(state === 'failed' || !online) && (
        <p role="alert">
          {words.call} {phone}
        </p>
      )}
    </div>
  );
}
