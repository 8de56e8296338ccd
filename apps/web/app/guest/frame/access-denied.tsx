import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { WholePage } from '../../ui/empty-state.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import { texts } from './texts.ts';

export function AccessDenied() {
  return (
    <WholePage>
      <ForbiddenState level={1} title={texts.denied.title} text={texts.denied.text}>
        <LinkButton href={paths.dashboard()}>{texts.denied.toDashboard}</LinkButton>
      </ForbiddenState>
    </WholePage>
  );
}
