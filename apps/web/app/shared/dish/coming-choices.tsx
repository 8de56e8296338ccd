import { say } from '@tiffin/domain/core';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { Choices } from './dish-choices.ts';

/** In place of the options of a dish, until they are loaded. */
export function ChoicesPlaceholder({ name, choices }: { name: string; choices: Choices }) {
  if (choices.state === 'loaded') return null;
  if (choices.state === 'loading') {
    return (
      <Loading label={say`Loading ${name}…`}>
        <div className="stack gap-12">
          <Skeleton width="40%" height={20} />
          <Skeleton height={76} />
          <Skeleton width="50%" height={20} />
          <Skeleton height={162} />
        </div>
      </Loading>
    );
  }
  return (
    <Banner tone="bad" announce="alert" action={<BannerButton label={say`Try Again`} onClick={choices.retry} />}>
      {say`The choices could not be loaded.`}
    </Banner>
  );
}
