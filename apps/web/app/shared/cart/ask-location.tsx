import { Suspense, useState, type MouseEvent } from 'react';
import { latePart } from '../offline/late-part.ts';
import { useRootDataIfAny, type Location } from '../site/site.ts';
import { useStartLocation } from './start-location.ts';

const LocationChoice = latePart(async () => (await import('../site/location-choice.tsx')).LocationChoice);

/** For links to the menu: a guest with several locations to choose from is asked for one, instead of getting the default. */
export function useAskLocation(currentLocation?: Location) {
  const locations = useRootDataIfAny()?.locations ?? [];
  const chosen = useStartLocation();
  const [isAsking, setAsking] = useState(false);
  return {
    ask: () => setAsking(true),
    /** For a press on such a link: asks first where several locations can be chosen. */
    askLocation(event: MouseEvent) {
      if (chosen || locations.length === 0 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setAsking(true);
    },
    question: isAsking && (
      <Suspense>
        <LocationChoice onClose={() => setAsking(false)} currentLocation={currentLocation} locations={locations} />
      </Suspense>
    ),
  };
}
