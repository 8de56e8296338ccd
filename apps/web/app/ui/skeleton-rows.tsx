import { Loading, Skeleton } from './skeleton.tsx';

export function SkeletonRows({ label, rows, height }: { label: string; rows: number; height: number }) {
  return (
    <Loading label={label}>
      <div className="grid gap-8">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={height} />
        ))}
      </div>
    </Loading>
  );
}
