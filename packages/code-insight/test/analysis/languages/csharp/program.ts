/** A small program in C#. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'Cart.cs': `using System;
using Till.Stores;
using static Till.Util.Text;

namespace Till.Shop;

/// <summary>Sells.</summary>
public class Cart : Base, ITotal
{
    private readonly IStore _db, _other;
    public int Count { get; private set; }
    public int Twice => Total() * 2;
    const int Max = 3;

    public Cart(IStore db) : base(db)
    {
        _db = db;
        Check(Max);
    }

    public void Add(Item item, int n = 1)
    {
        _db.Put(item.Name);
        this.Check(n);
        var other = new Cart(_db);
        other?.Check(2);
        Pad<string>("x");
        int Local(int q) { return Helper.Run(q); }
        Local(3);
        foreach (var one in item.Parts()) { one.Print(); }
    }

    public int Total() => nameof(Cart).Length;
    public int Total(int from) => Total() - from;
    void Check(int n) { }
    public static Cart operator +(Cart a, Cart b) => a;
}

public interface ITotal { int Total(); }
public record Point(int X, int Y);
public enum Kind { Plain, Sized = 2 }

static class Helper
{
    internal static int Run(int n) { return n; }
}
`,
  'Stores.cs': `namespace Till.Stores
{
    public interface IStore { void Put(string key); }

    public class Base
    {
        public Base(IStore db) { }
    }

    public struct Item
    {
        public string Name;
        public Item[] Parts() { return new Item[0]; }
        public void Print() { Save(); }
        void Save() { }
    }
#if NEVER
    class Hidden { }
#endif
}

namespace Till.Util
{
    public static class Text
    {
        public static T Pad<T>(T text) { return text; }
    }
}
`,
}
