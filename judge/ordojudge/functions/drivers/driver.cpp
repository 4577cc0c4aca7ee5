// What calls a C++ submission's function: reads its arguments, writes its answer. See functions/building.py.
// It stands before the submission, whose macros and names can't change it; only main, after it, is the submission's
// to disturb. Types are the submission's own, taken from its signature.
#include <bits/stdc++.h>
#include <cxxabi.h>

// A counted build keeps what a run had cost at some moments, in a page that only a register knows; see
// analysis/count_blocks.c. Not by a function, which the submission might call.
#if defined(ORDOJUDGE_COUNTED) && defined(__x86_64__)
#define ORDOJUDGE_MARK(word) \
  __asm__ volatile("movq %%gs:8, %%rax\n\tmovq %%rax, %%gs:%c0" : : "i"(8 * (word)) : "rax", "memory")
#define ORDOJUDGE_END() std::_Exit(0)  // before anything of the submission's could run
#else
#define ORDOJUDGE_MARK(word) ((void)0)
#define ORDOJUDGE_END() ((void)0)
#endif

namespace ordojudge_driver {

enum { begun = 2, read_all = 3, answered = 4 };  // as in analysis/counted_native.py

// Compiling what runs once for size takes half the time.
#define ORDOJUDGE_ONCE __attribute__((cold, noinline))

extern "C" long pread(int, void*, unsigned long, long);
extern "C" long write(int, const void*, unsigned long);

constexpr std::size_t most_nodes = 1000000;

extern const char* const* names;  // of the parameters

// Index of the argument that is the answer; what it isn't needed for is never compiled.
#ifdef ORDOJUDGE_RESULT_ARGUMENT
constexpr int result_argument = ORDOJUDGE_RESULT_ARGUMENT;
#else
constexpr int result_argument = -1;
#endif

void send(const char* text, std::size_t size);

// The arguments don't go with the function; says so as printf does.
[[noreturn]] void refuse(const char* format, ...);

template <class T> constexpr bool never = false;

template <class T, class = void> struct is_tree : std::false_type {};
template <class T>
struct is_tree<T*, std::void_t<decltype(std::declval<T&>().val), decltype(std::declval<T&>().left = (T*)nullptr),
                               decltype(std::declval<T&>().right = (T*)nullptr)>> : std::true_type {};
template <class T, class = void> struct is_linked : std::false_type {};
template <class T>
struct is_linked<T*, std::void_t<decltype(std::declval<T&>().val), decltype(std::declval<T&>().next = (T*)nullptr)>>
    : std::bool_constant<!is_tree<T*>::value> {};
template <class T, class = void> struct is_appendable : std::false_type {};
template <class T>
struct is_appendable<T, std::void_t<decltype(std::declval<T&>().push_back(std::declval<typename T::value_type>()))>>
    : std::true_type {};
template <class T, class = void> struct is_set : std::false_type {};
template <class T>
struct is_set<T, std::void_t<typename T::key_type, decltype(std::declval<T&>().insert(std::declval<typename T::key_type>()))>>
    : std::is_same<typename T::key_type, typename T::value_type> {};
template <class T, class = void> struct is_map : std::false_type {};
template <class T>
struct is_map<T, std::void_t<typename T::key_type, typename T::mapped_type, decltype(std::declval<T&>().begin())>>
    : std::true_type {};
template <class T, class = void> struct is_range : std::false_type {};
template <class T>
struct is_range<T, std::void_t<typename T::value_type, decltype(std::declval<const T&>().begin()),
                               decltype(std::declval<const T&>().end())>> : std::true_type {};
template <class T, class = void> struct is_tuple : std::false_type {};
template <class T> struct is_tuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};
template <class T> struct is_std_array : std::false_type {};
template <class T, std::size_t n> struct is_std_array<std::array<T, n>> : std::true_type {};

// Whether reading and writing a type runs nothing of the submission's.
template <class T> struct is_plain : std::is_arithmetic<T> {};
template <> struct is_plain<std::string> : std::true_type {};
template <> struct is_plain<std::string_view> : std::true_type {};
template <> struct is_plain<const char*> : std::true_type {};
template <> struct is_plain<void> : std::true_type {};
template <class T> struct is_plain<std::vector<T>> : is_plain<T> {};
template <class T> struct is_plain<std::list<T>> : is_plain<T> {};
template <class T> struct is_plain<std::deque<T>> : is_plain<T> {};
template <class T> struct is_plain<std::set<T>> : is_plain<T> {};
template <class T> struct is_plain<std::unordered_set<T>> : is_plain<T> {};
template <class T, std::size_t n> struct is_plain<std::array<T, n>> : is_plain<T> {};
template <class K, class V> struct is_plain<std::map<K, V>> : std::conjunction<is_plain<K>, is_plain<V>> {};
template <class K, class V> struct is_plain<std::unordered_map<K, V>> : std::conjunction<is_plain<K>, is_plain<V>> {};
template <class A, class B> struct is_plain<std::pair<A, B>> : std::conjunction<is_plain<A>, is_plain<B>> {};
template <class... T> struct is_plain<std::tuple<T...>> : std::conjunction<is_plain<T>...> {};

// ------------------------------------------------------------------------------------------ reading

struct Reader {
  const char *at, *end;
  int argument = 0;

  void blank() {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
  }
  char peek() {
    blank();
    return at < end ? *at : 0;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at;
    return true;
  }
  bool word(const char* text) {
    blank();
    std::size_t size = std::char_traits<char>::length(text);
    if ((std::size_t)(end - at) < size || std::char_traits<char>::compare(at, text, size) != 0) return false;
    at += size;
    return true;
  }
  // Past one value, however deep.
  void skip();
  // A type is given by its name, as the compiler writes it or as people do.
  [[noreturn]] void misfit(const char* from, const char* type);
};

template <class T> void read_integer(Reader& in, T& out) {
  using Wide = std::conditional_t<(sizeof(T) > 8), unsigned __int128, unsigned long long>;
  in.blank();
  const char* from = in.at;
  bool negative = in.at < in.end && *in.at == '-';
  const char* digit = in.at + negative;
  const Wide most = negative ? (Wide)0 - (Wide)std::numeric_limits<T>::min() : (Wide)std::numeric_limits<T>::max();
  Wide value = 0;
  const char* first = digit;
  bool fits = true;
  for (; digit < in.end && *digit >= '0' && *digit <= '9'; ++digit) {
    unsigned next = *digit - '0';
    fits = fits && value <= (most - next) / 10 && (most >= next);
    value = value * 10 + next;
  }
  if (digit == first) in.misfit(from, typeid(T).name());
  if (digit < in.end && (*digit == '.' || *digit == 'e' || *digit == 'E')) {  // 1e5, or 2.0
    char* after = nullptr;
    double number = std::strtod(from, &after);
    fits = number == std::floor(number) && std::fabs(number) < 9e15 &&
           (number < 0 ? std::is_signed_v<T> && number >= (double)std::numeric_limits<T>::min()
                       : number <= (double)std::numeric_limits<T>::max());
    if (!fits) in.misfit(from, typeid(T).name());
    out = (T)number;
    in.at = after;
    return;
  }
  if (!fits) in.misfit(from, typeid(T).name());
  in.at = digit;
  out = negative ? (T)((Wide)0 - value) : (T)value;
}

template <class T> void read_real(Reader& in, T& out) {
  in.blank();
  const char* from = in.at;
  const T infinity = std::numeric_limits<T>::infinity();
  if (in.word("NaN")) {
    out = std::numeric_limits<T>::quiet_NaN();
  } else if (in.word("Infinity")) {
    out = infinity;
  } else if (in.word("-Infinity")) {
    out = -infinity;
  } else {
    if (in.at >= in.end || !(*in.at == '-' || (*in.at >= '0' && *in.at <= '9'))) in.misfit(from, typeid(T).name());
#if defined(__cpp_lib_to_chars)
    auto [after, error] = std::from_chars(in.at, in.end, out);
    if (error == std::errc()) {
      in.at = after;
      return;
    }
#endif
    char* end = nullptr;
    out = (T)std::strtold(in.at, &end);
    in.at = end;
  }
}

void read_text(Reader& in, std::string& out, const char* type);

template <class T> void read(Reader& in, T& out);

// The elements of a list, each read by a call.
template <class Each> void read_list(Reader& in, const char* type, Each each) {
  const char* from = (in.blank(), in.at);
  if (!in.take('[')) in.misfit(from, type);
  if (in.take(']')) return;
  do each();
  while (in.take(','));
  if (!in.take(']')) in.misfit(from, type);
}

template <class N> N* new_node(Reader& in) {
  std::decay_t<decltype(std::declval<N&>().val)> value{};
  ordojudge_driver::read(in, value);
  if constexpr (std::is_default_constructible_v<N>) {
    N* node = new N();
    node->val = value;
    return node;
  } else {
    return new N(value);
  }
}

template <class N> N* read_linked(Reader& in) {
  N *first = nullptr, *last = nullptr;
  if (in.word("null")) return first;
  read_list(in, typeid(N).name(), [&] {
    N* node = new_node<N>(in);
    node->next = nullptr;
    if (last)
      last->next = node;
    else
      first = node;
    last = node;
  });
  return first;
}

// In LeetCode's level order, in which null is a missing child.
template <class N> N* read_tree(Reader& in) {
  std::vector<N*> parents;
  if (in.word("null")) return nullptr;
  std::size_t child = 0;  // of all that could be, the root left out
  bool is_root = true;
  read_list(in, typeid(N).name(), [&] {
    bool missing = in.word("null");
    if (is_root) {
      is_root = false;
      if (!missing) {
        parents.push_back(new_node<N>(in));
        parents.back()->left = parents.back()->right = nullptr;
      }
      return;
    }
    if (missing) {
      ++child;
      return;
    }
    if (child / 2 >= parents.size()) return in.skip();
    N* node = new_node<N>(in);
    node->left = node->right = nullptr;
    (child % 2 ? parents[child / 2]->right : parents[child / 2]->left) = node;
    ++child;
    parents.push_back(node);
  });
  return parents.empty() ? nullptr : parents[0];
}

template <class T, std::size_t... i> void read_fields(Reader& in, T& out, std::index_sequence<i...>) {
  const char* from = (in.blank(), in.at);
  bool right = in.take('[');
  (..., (right = right && (i == 0 || in.take(',')), right ? ordojudge_driver::read(in, std::get<i>(out)) : void()));
  if (!right || !in.take(']')) in.misfit(from, typeid(T).name());
}

template <class T> __attribute__((noinline)) void read(Reader& in, T& out) {
  if constexpr (std::is_same_v<T, bool>) {
    if (in.word("true"))
      out = true;
    else if (in.word("false"))
      out = false;
    else
      in.misfit(in.at, typeid(bool).name());
  } else if constexpr (std::is_same_v<T, char>) {
    std::string text;
    const char* from = (in.blank(), in.at);
    read_text(in, text, typeid(char).name());
    if (text.size() != 1) in.misfit(from, typeid(char).name());
    out = text[0];
  } else if constexpr (std::is_integral_v<T>) {
    read_integer(in, out);
  } else if constexpr (std::is_floating_point_v<T>) {
    read_real(in, out);
  } else if constexpr (std::is_same_v<T, std::string>) {
    read_text(in, out, typeid(std::string).name());
  } else if constexpr (is_tree<T>::value) {
    out = read_tree<std::remove_pointer_t<T>>(in);
  } else if constexpr (is_linked<T>::value) {
    out = read_linked<std::remove_pointer_t<T>>(in);
  } else if constexpr (is_std_array<T>::value) {
    std::size_t i = 0;
    const char* from = (in.blank(), in.at);
    read_list(in, typeid(T).name(), [&] {
      if (i == out.size()) in.misfit(from, typeid(T).name());
      ordojudge_driver::read(in, out[i++]);
    });
  } else if constexpr (is_tuple<T>::value) {
    read_fields(in, out, std::make_index_sequence<std::tuple_size<T>::value>());
  } else if constexpr (is_appendable<T>::value) {
    read_list(in, typeid(T).name(), [&] {
      std::decay_t<typename T::value_type> value{};
      ordojudge_driver::read(in, value);
      out.push_back(std::move(value));
    });
  } else if constexpr (is_set<T>::value) {
    read_list(in, typeid(T).name(), [&] {
      std::decay_t<typename T::key_type> value{};
      ordojudge_driver::read(in, value);
      out.insert(std::move(value));
    });
  } else {
    static_assert(never<T>, "a parameter of the function has a type that the judge has no values for");
  }
}

// ------------------------------------------------------------------------------------------ writing

struct Writer {
  std::string text{"="};
  const char* complaint = nullptr;
};

template <class T> void write_integer(Writer& out, T value) {
  char digits[48];
  char* at = digits + sizeof digits;
  bool negative = false;
  if constexpr (std::is_signed_v<T>) negative = value < 0;
  do {
    int digit = (int)(value % 10);
    *--at = (char)('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (negative) *--at = '-';
  out.text.append(at, digits + sizeof digits);
}

template <class T> void write_real(Writer& out, T value) {
  if (value != value) {
    out.text += "NaN";
  } else if (value == std::numeric_limits<T>::infinity() || value == -std::numeric_limits<T>::infinity()) {
    out.text += value > 0 ? "Infinity" : "-Infinity";
  } else {
    char digits[64];
#if defined(__cpp_lib_to_chars)
    double plain = (double)value;
    auto [end, error] = std::is_same_v<T, float> ? std::to_chars(digits, digits + sizeof digits, (float)value)
                                                 : std::to_chars(digits, digits + sizeof digits, plain);
    (void)error;
    out.text.append(digits, end);
#else
    for (int precision = 15; precision <= 17; ++precision) {
      std::snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
      if ((T)std::strtod(digits, nullptr) == value) break;
    }
    out.text += digits;
#endif
  }
}

// UTF-8; what stands for a lone surrogate goes out as one.
void write_text(Writer& out, const char* text, std::size_t size);

template <class T> void put(Writer& out, const T& value);

template <class N> void write_linked(Writer& out, const N* node) {
  out.text += '[';
  for (std::size_t count = 0; node; node = node->next) {
    if (count) out.text += ',';
    ordojudge_driver::put(out, node->val);
    if (++count > most_nodes) {
      out.complaint = "the answer is a list without an end";
      return;
    }
  }
  out.text += ']';
}

template <class N> void write_tree(Writer& out, const N* root) {
  std::vector<const N*> level;
  level.push_back(root);
  std::size_t last = 0;  // what is behind it are missing children only
  for (std::size_t at = 0; at < level.size(); ++at) {
    const N* node = level[at];
    if (!node) continue;
    last = at;
    level.push_back(node->left);
    level.push_back(node->right);
    if (level.size() > 2 * most_nodes) {
      out.complaint = "the answer is a tree without an end";
      return;
    }
  }
  out.text += '[';
  for (std::size_t at = 0; root && at <= last; ++at) {
    if (at) out.text += ',';
    if (level[at])
      ordojudge_driver::put(out, level[at]->val);
    else
      out.text += "null";
  }
  out.text += ']';
}

template <class T, std::size_t... i> void write_fields(Writer& out, const T& value, std::index_sequence<i...>) {
  out.text += '[';
  (..., (i ? (void)(out.text += ',') : void(), ordojudge_driver::put(out, std::get<i>(value))));
  out.text += ']';
}

template <class T> void write_key(Writer& out, const T& key) {
  if constexpr (std::is_same_v<T, std::string>) {
    write_text(out, key.data(), key.size());
  } else if constexpr (std::is_same_v<T, char>) {
    write_text(out, std::addressof(key), 1);
  } else {
    static_assert(std::is_arithmetic_v<T>, "the answer has keys that are no JSON keys");
    out.text += '"';
    ordojudge_driver::put(out, key);
    out.text += '"';
  }
}

template <class T> void write_elements(Writer& out, const T& value) {
  out.text += '[';
  bool first = true;
  for (auto it = value.begin(); it != value.end(); ++it) {
    if (!first) out.text += ',';
    first = false;
    const std::decay_t<typename T::value_type>& item = *it;
    ordojudge_driver::put(out, item);
  }
  out.text += ']';
}

template <class T> __attribute__((noinline)) void put(Writer& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    out.text += value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    write_text(out, std::addressof(value), 1);
  } else if constexpr (std::is_integral_v<T>) {
    write_integer(out, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    write_real(out, value);
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    write_text(out, value.data(), value.size());
  } else if constexpr (std::is_same_v<T, const char*> || std::is_same_v<T, char*>) {
    if (value)
      write_text(out, value, std::char_traits<char>::length(value));
    else
      out.text += "null";
  } else if constexpr (is_tree<T>::value) {
    write_tree<std::remove_pointer_t<T>>(out, value);
  } else if constexpr (is_linked<T>::value) {
    write_linked<std::remove_pointer_t<T>>(out, value);
  } else if constexpr (is_map<T>::value) {
    out.text += '{';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
      if (!first) out.text += ',';
      first = false;
      write_key(out, it->first);
      out.text += ':';
      ordojudge_driver::put(out, it->second);
    }
    out.text += '}';
  } else if constexpr (is_set<T>::value) {
    std::vector<typename T::key_type> sorted(value.begin(), value.end());
    std::sort(sorted.begin(), sorted.end());
    write_elements(out, sorted);
  } else if constexpr (is_range<T>::value) {
    write_elements(out, value);
  } else if constexpr (is_tuple<T>::value) {
    write_fields(out, value, std::make_index_sequence<std::tuple_size<T>::value>());
  } else {
    static_assert(never<T>, "the function returns a type that is no JSON value");
  }
}

// What most functions take and return is compiled beforehand; see driver_library.cpp.
#define ORDOJUDGE_COMMON_TYPES(does)                                                             \
  does(bool) does(int) does(long long) does(double) does(std::string) does(std::vector<bool>)    \
  does(std::vector<int>) does(std::vector<long long>) does(std::vector<double>)                  \
  does(std::vector<std::string>) does(std::vector<std::vector<int>>)                             \
  does(std::vector<std::vector<std::string>>)
#define ORDOJUDGE_DECLARE(...)                                   \
  extern template void read<__VA_ARGS__>(Reader&, __VA_ARGS__&); \
  extern template void put<__VA_ARGS__>(Writer&, const __VA_ARGS__&);
ORDOJUDGE_COMMON_TYPES(ORDOJUDGE_DECLARE)

// ------------------------------------------------------------------------------------------ calling

template <class T>
using Kept = std::conditional_t<std::is_same_v<std::decay_t<T>, std::string_view>, std::string, std::decay_t<T>>;

// Where each argument begins.
void positions(Reader& in, const char** found, int count, int result_argument);

// All of standard input, whoever has read from it.
char* input(std::size_t& size);

template <class Arguments> void write_argument(Writer& out, Arguments& arguments) {
  if constexpr ((std::size_t)result_argument < std::tuple_size_v<Arguments>)
    ordojudge_driver::put(out, std::get<(std::size_t)result_argument>(arguments));
}

template <class A, class T> A pass(T& argument) {
  if constexpr (std::is_lvalue_reference_v<A>)
    return argument;
  else if constexpr (std::is_rvalue_reference_v<A>)
    return std::move(argument);
  else if constexpr (result_argument < 0)
    return A(std::move(argument));  // a copy could cost more than the function
  else
    return A(argument);
}

template <class R, class... A, class Call, std::size_t... i>
ORDOJUDGE_ONCE int call(Call function, std::index_sequence<i...>) {
  ORDOJUDGE_MARK(begun);
  std::size_t size;
  char* text = input(size);
  Reader in{text, text + size, 0};
  const char* found[sizeof...(A) + 1] = {};
  positions(in, found, sizeof...(A), result_argument);
  std::tuple<Kept<A>...> arguments;
  (..., (in.at = found[i], in.argument = i, ordojudge_driver::read(in, std::get<i>(arguments))));
  std::free(text);
  Writer out;
  constexpr bool plain = std::conjunction_v<is_plain<Kept<A>>...>;
  if constexpr (plain) ORDOJUDGE_MARK(read_all);
  if constexpr (std::is_void_v<R>) {
    function(pass<A>(std::get<i>(arguments))...);
    if constexpr (plain) ORDOJUDGE_MARK(answered);
    if constexpr (result_argument < 0)
      out.text += "null";
    else
      write_argument(out, arguments);
  } else {
    if constexpr (result_argument >= 0) {
      function(pass<A>(std::get<i>(arguments))...);
      if constexpr (plain) ORDOJUDGE_MARK(answered);
      write_argument(out, arguments);
    } else {
      const std::decay_t<R>& answer = function(pass<A>(std::get<i>(arguments))...);
      if constexpr (is_plain<std::decay_t<R>>::value) ORDOJUDGE_MARK(answered);
      ordojudge_driver::put(out, answer);
    }
  }
  if (out.complaint) out.text.assign(1, '!').append(out.complaint);
  send(out.text.data(), out.text.size());
  ORDOJUDGE_END();
  return 0;
}

// Objects are left alone at the end: what their destructors do is no part of the answer.
template <class Owner, class Base, class R, bool n, class... A> int run(R (Base::*method)(A...) noexcept(n)) {
  Owner* object = new Owner();
  return call<R, A...>([=](A... a) -> R { return (object->*method)(static_cast<A&&>(a)...); },
                       std::index_sequence_for<A...>());
}
template <class Owner, class Base, class R, bool n, class... A> int run(R (Base::*method)(A...) const noexcept(n)) {
  const Owner* object = new Owner();
  return call<R, A...>([=](A... a) -> R { return (object->*method)(static_cast<A&&>(a)...); },
                       std::index_sequence_for<A...>());
}
template <class Owner, class R, bool n, class... A> int run(R (*function)(A...) noexcept(n)) {
  return call<R, A...>(function, std::index_sequence_for<A...>());
}
template <class Object, class Functor, class R, bool n, class... A>
int run_functor(Object& functor, R (Functor::*)(A...) const noexcept(n)) {
  return call<R, A...>([&](A... a) -> R { return functor(static_cast<A&&>(a)...); }, std::index_sequence_for<A...>());
}
template <class Object, class Functor, class R, bool n, class... A>
int run_functor(Object& functor, R (Functor::*)(A...) noexcept(n)) {
  return call<R, A...>([&](A... a) -> R { return functor(static_cast<A&&>(a)...); }, std::index_sequence_for<A...>());
}
template <class Owner, class R, class... A> int run(std::function<R(A...)>& function) {
  return call<R, A...>([&](A... a) -> R { return function(static_cast<A&&>(a)...); }, std::index_sequence_for<A...>());
}
template <class Owner, class Functor, class Plain = std::decay_t<Functor>>
std::enable_if_t<std::is_class_v<Plain>, int> run(Functor&& functor) {
  return run_functor(functor, &Plain::operator());
}

}  // namespace ordojudge_driver

#undef ORDOJUDGE_MARK
#undef ORDOJUDGE_RESULT_ARGUMENT
#undef ORDOJUDGE_END
#undef ORDOJUDGE_COUNTED
using namespace std;
