import { useState } from 'react';
import { Car } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { formatTime, phoneHref } from '../../ui/format.ts';
import type { Order } from './use-order.ts';

interface CurbsideArrivalButtonProps {
  order: Order;
  token: string;
  look: ButtonLook;
  onChanged: () => void;
}

/** Curbside pickup: one press tells the staff to bring the order out. */
export function CurbsideArrivalButton({ order, token, look, onChanged }: CurbsideArrivalButtonProps) {
  const [arrivedAt, setArrivedAt] = useState<string | null>(null);
  const arrival = useAction(callOf('reportArrival'), {
    onDone(answer) {
      setArrivedAt(answer.order.curbside?.hereAt ?? null);
      onChanged();
    },
  });
  const online = useOnline();
  const { curbside, orderId, locationInfo, status } = order;
  if (!curbside) return null;
  const hereAt = curbside.hereAt ?? arrivedAt;
  const phone = (
    <a href={phoneHref(locationInfo.phone)} className="inline-row touch-height weight-600 nowrap">
      {phoneText(locationInfo.phone)}
    </a>
  );
  if (hereAt !== null) {
    const time = formatTime(hereAt, 'time', locationInfo.timeZone);
    // Staff bring the order out only when it is ready.
    const isReady = status === 'ready';
    return (
      <Banner
        tone="ok"
        className="ink"
        announce="status"
        icon={<Car />}
        title={isReady ? say`We are coming out.` : say`We know that you are here.`}
      >
        {isReady
          ? say`You told us at ${time}, and we are looking for: ${curbside.vehicle}`
          : say`We bring it out as soon as it is ready. You told us at ${time}, and we are looking for: ${curbside.vehicle}`}
      </Banner>
    );
  }

  return (
    <div className="stack gap-8">
      <Button
        size="lg"
        block
        look={look}
        busy={arrival.isBusy}
        aria-disabled={!online}
        onClick={() => online && void arrival.send({ orderId, token: token || undefined })}
      >
        <Car /> {say`I’m here`}
      </Button>
      <p className="text-sm on-brand-soft">
        {online ? say`Press it when you have parked. We will look for: ${curbside.vehicle}` : say`You’re offline.`}
      </p>
      {(arrival.error !== null || !online) && (
        <p role="alert">
          {say`Please call us instead:`} {phone}
        </p>
      )}
    </div>
  );
}
