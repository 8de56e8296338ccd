import type { ReactNode } from 'react';

interface DeviceRowProps {
  name: string;
  badge?: ReactNode;
  hint?: string;
  /** Its buttons. */
  children: ReactNode;
}

/** A device, a passkey or a person with a PIN. */
export function DeviceRow({ name, badge, hint, children }: DeviceRowProps) {
  return (
    <li className="row flex-wrap between gap-8-16">
      <div className="grid min-width-0 break-anywhere">
        <span className="row flex-wrap gap-8">
          <b className="weight-600">{name}</b>
          {badge}
        </span>
        {hint && <span className="hint">{hint}</span>}
      </div>
      {children}
    </li>
  );
}
