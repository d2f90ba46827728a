/** A small program in PHP. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'composer.json': `{ "autoload": { "psr-4": { "Till\\\\": "src/" } } }
`,
  'src/Cart.php': `<?php

namespace Till;

use Till\\Store\\File;
use Till\\Store\\{Keeps, Logs as Logging};
use function Till\\Util\\pad;

require_once __DIR__ . '/functions.php';

/** Sells. */
abstract class Cart extends Base implements Total
{
    use Logging;

    const MAX = 3;
    private int $count = 0;

    public function __construct(private File $file, ?Keeps $other = null)
    {
        parent::__construct();
        $this->file->put('x');
        $other->put('y');
        self::make($file);
    }

    public static function make(File $file): static
    {
        $made = new static($file);
        $made->log(pad('a'));
        File::open('z');
        $run = fn($n) => twice($n);
        $run(2);
        return $made;
    }

    abstract protected function total(): int;
}

class Base
{
    public function __construct() { \\Till\\twice(1); }
}

interface Total { public function total(): int; }

enum Size: string
{
    case Small = 's';
    public function label(): string { return ucfirst($this->value); }
}
`,
  'src/Store/File.php': `<?php
namespace Till\\Store;

class File implements Keeps
{
    public static function open(string $path): self { return new self(); }
    public function put(string $key): void { $this->save($key); }
    private function save(string $key): void {}
}
interface Keeps { public function put(string $key): void; }
trait Logs { public function log(string $text): void { echo $text; } }
`,
  'src/functions.php': `<?php

namespace Till;

function twice(int $n): int { return $n * 2; }
`,
}
