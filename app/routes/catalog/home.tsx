export default function Page(): React.ReactNode {
  return <h1>Akari</h1>;
}
