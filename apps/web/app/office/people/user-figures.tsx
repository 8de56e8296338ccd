import { userNotices } from '@tiffin/domain/errors';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';
import { useUserFigures } from './use-users.ts';

export function UserFigures() {
  const { data, isError, error, refetch } = useUserFigures();
  if (isError && !data) {
    return (
      <Banner
        tone="bad"
        announce="alert"
        title={userNotices.analyticsFailed}
        action={
          <Button look="quiet" size="sm" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        }
      >
        {wordsFor(error)}
      </Banner>
    );
  }
  const figures = data?.analytics;
  const shown = (value: string | undefined) => value ?? <Skeleton width={96} height={32} />;
  return (
    <StatTiles
      label={texts.figures}
      tiles={[
        {
          label: texts.totalUsers,
          value: shown(figures && formatCount(figures.totalUsers)),
          note: figures && texts.newThisMonth(figures.newThisMonth),
        },
        { label: texts.activeUsers, value: shown(figures && formatCount(figures.activeUsers)) },
        {
          label: texts.customers,
          value: shown(figures && formatCount(figures.customers)),
          note: figures && texts.admins(figures.admins),
        },
        {
          label: texts.totalRevenue,
          value: shown(figures && wholeDollars(figures.totalRevenue)),
          note: figures && texts.averageOrder(formatMoney(centsOf(figures.averageOrderValue))),
        },
      ]}
    />
  );
}

/** '$186,420': on a tile nobody reads the cents. */
function wholeDollars(amount: number): string {
  return formatMoney(centsOf(Math.round(amount))).replace(/\.00$/, '');
}
