export default function LocationsSection() {
  return null;
}
