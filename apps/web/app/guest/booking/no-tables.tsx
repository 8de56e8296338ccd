import { CalendarX } from 'lucide-react';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateIcon } from '../../ui/states.tsx';
import { texts } from './texts.ts';

/** No location takes tables at the moment. */
export function NoTables() {
  return (
    <EmptyState
      level={1}
      title={texts.noTables}
      text={texts.noTablesText}
      picture={
        <StateIcon>
          <CalendarX aria-hidden="true" />
        </StateIcon>
      }
    >
      <LinkButton href={paths.menuStart()}>{texts.toMenu}</LinkButton>
    </EmptyState>
  );
}
