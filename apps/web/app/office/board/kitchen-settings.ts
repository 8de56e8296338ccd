import { useState } from 'react';

/** The text sizes in pixels, for how far the cook stands from the screen. */
export const TEXT_SIZES = { small: 17, medium: 20, large: 26, largest: 33 } as const;
export type TextSize = keyof typeof TEXT_SIZES;
export const TEXT_SIZE_NAMES = Object.keys(TEXT_SIZES) as readonly TextSize[];

const TEXT_KEY = 'tiffin_kitchen_text';
const SEEN_KEY = 'tiffin_kitchen_seen';

/** The text size of this device. */
export function useTextSize(): [TextSize, (size: TextSize) => void] {
  const [size, setSize] = useState<TextSize>(() => {
    const stored = localStorage.getItem(TEXT_KEY);
    return TEXT_SIZE_NAMES.find((each) => each === stored) ?? 'medium';
  });
  return [
    size,
    (next) => {
      localStorage.setItem(TEXT_KEY, next);
      setSize(next);
    },
  ];
}

/** Until when the changes of each order were seen at this screen. */
type Seen = Readonly<Record<string, string>>;

/** Which changes of orders were read here. Orders that are no longer open are forgotten. */
export function useSeenChanges(openIds: readonly string[]): [Seen, (orderId: string, at: string) => void] {
  const [seen, setSeen] = useState<Seen>(readSeen);
  return [
    seen,
    (orderId, at) => {
      const next = Object.fromEntries(
        Object.entries({ ...seen, [orderId]: at }).filter(([id]) => openIds.includes(id)),
      );
      localStorage.setItem(SEEN_KEY, JSON.stringify(next));
      setSeen(next);
    },
  ];
}

function readSeen(): Seen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEEN_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(([, at]) => typeof at === 'string'))
      : {};
  } catch {
    return {};
  }
}
