import { classNames } from '../ui/class-names.ts';
import { Segmented } from '../ui/choices.tsx';
import { useState } from 'react';
import { Basics } from './basics.tsx';
import { ChoiceParts, FieldParts } from './field-parts.tsx';
import { LayerParts } from './layer-parts.tsx';
import { ListParts } from './list-parts.tsx';
import { StateParts } from './state-parts.tsx';
import styles from './design-page.module.css';

type Surface = 'guest' | 'staff';

/** Every part in every state, in both densities. */
export function DesignPage() {
  const [surface, setSurface] = useState<Surface>('guest');
  return (
    <div className={classNames('wrap stack', styles.page)}>
      <header className="stack gap-12">
        <h1>Design</h1>
        <p className="soft">Every part of the design system, in every state.</p>
        <Segmented<Surface>
          legend="Density"
          options={[
            { value: 'guest', label: 'Guests' },
            { value: 'staff', label: 'Back office' },
          ]}
          value={surface}
          onValue={setSurface}
        />
      </header>
      <div className={`stack ${styles.surface}`} data-surface={surface}>
        <Basics />
        <FieldParts />
        <ChoiceParts />
        <ListParts />
        <LayerParts />
        <StateParts />
      </div>
    </div>
  );
}
