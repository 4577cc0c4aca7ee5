// The part of the driver that is the same for all submissions; see functions/building.py.
// It is compiled once, as an object that each is linked with.
namespace ordojudge_driver {

const char* const* names = nullptr;

void send(const char* text, std::size_t size) {
  for (std::size_t at = 0; at < size;) {
    long sent = write(3, text + at, size - at);
    if (sent <= 0) std::_Exit(1);
    at += sent;
  }
}

[[noreturn]] void refuse(const char* format, ...) {
  char why[1024] = "?";
  va_list values;
  va_start(values, format);
  int size = std::vsnprintf(why + 1, sizeof why - 2, format, values);
  va_end(values);
  size = size < 0 ? 0 : size < (int)sizeof why - 3 ? size : (int)sizeof why - 3;
  send(why, size + 1);
  std::fprintf(stderr, "%s\n", why + 1);
  std::fflush(stderr);
  std::_Exit(1);
}

void Reader::skip() {
  int depth = 0;
  do {
    char c = peek();
    if (c == '"') {
      for (++at; at < end && *at != '"'; ++at)
        if (*at == '\\') ++at;
      ++at;
    } else if (c == '[' || c == '{') {
      ++depth, ++at;
    } else if (c == ']' || c == '}') {
      --depth, ++at;
    } else if (c == ',' || c == ':') {
      ++at;
    } else {
      while (at < end && !std::char_traits<char>::find(",:]} \n\t\r", 8, *at)) ++at;
    }
  } while (depth > 0 && at < end);
}

[[noreturn]] void Reader::misfit(const char* from, const char* type) {
  at = from;
  skip();
  int status = 0, size = (int)(at - from < 60 ? at - from : 60);
  char* readable = abi::__cxa_demangle(type, nullptr, nullptr, &status);
  const char* more = at - from > 60 ? "..." : "";
  type = std::strcmp(type, typeid(std::string).name()) ? readable ? readable : type : "string";
  if (names)
    refuse("argument %s: %.*s%s doesn't fit %.400s", names[argument], size, from, more, type);
  refuse("argument %d: %.*s%s doesn't fit %.400s", argument + 1, size, from, more, type);
}

void append_code_point(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += (char)code;
  } else if (code < 0x800) {
    out += (char)(0xC0 | code >> 6);
    out += (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    out += (char)(0xE0 | code >> 12);
    out += (char)(0x80 | (code >> 6 & 63));
    out += (char)(0x80 | (code & 63));
  } else {
    out += (char)(0xF0 | code >> 18);
    out += (char)(0x80 | (code >> 12 & 63));
    out += (char)(0x80 | (code >> 6 & 63));
    out += (char)(0x80 | (code & 63));
  }
}

unsigned read_hex(Reader& in) {
  unsigned code = 0;
  for (int i = 0; i < 4 && in.at < in.end; ++i, ++in.at)
    code = code * 16 + (*in.at <= '9' ? *in.at - '0' : (*in.at | 32) - 'a' + 10);
  return code;
}

void read_text(Reader& in, std::string& out, const char* type) {
  if (in.peek() != '"') in.misfit(in.at, type);
  out.clear();
  for (++in.at; in.at < in.end && *in.at != '"';) {
    const char* plain = in.at;
    while (in.at < in.end && *in.at != '"' && *in.at != '\\') ++in.at;
    out.append(plain, in.at);
    if (in.at >= in.end || *in.at == '"') break;
    char c = *++in.at;
    ++in.at;
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'u': {
        unsigned code = read_hex(in);
        if (code >= 0xD800 && code < 0xDC00 && in.end - in.at > 5 && in.at[0] == '\\' && in.at[1] == 'u') {
          const char* before = in.at;
          in.at += 2;
          unsigned low = read_hex(in);
          if (low >= 0xDC00 && low < 0xE000)
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          else
            in.at = before;
        }
        append_code_point(out, code);
        break;
      }
      default: out += c;
    }
  }
  ++in.at;
}

void write_escape(Writer& out, unsigned code) {
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", code);
  out.text += escape;
}

void write_text(Writer& out, const char* text, std::size_t size) {
  out.text += '"';
  for (std::size_t at = 0; at < size;) {
    unsigned char c = text[at];
    if (c < 0x80) {
      if (c == '"' || c == '\\')
        (out.text += '\\') += (char)c;
      else if (c < 0x20 || c == 0x7F)
        write_escape(out, c);
      else
        out.text += (char)c;
      ++at;
      continue;
    }
    unsigned length = c >= 0xF0 && c < 0xF5 ? 4 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xC2 && c < 0xE0 ? 2 : 0;
    unsigned code = length == 4 ? c & 7 : length == 3 ? c & 15 : c & 31;
    bool right = length != 0 && at + length <= size;
    for (unsigned i = 1; right && i < length; ++i) {
      unsigned char next = text[at + i];
      right = (next & 0xC0) == 0x80;
      code = code << 6 | (next & 63);
    }
    if (!right || code > 0x10FFFF || (length == 3 && code < 0x800) || (length == 4 && code < 0x10000)) {
      out.complaint = "the answer holds a text that isn't UTF-8";
      return;
    }
    if (code >= 0xD800 && code < 0xE000)
      write_escape(out, code);
    else
      out.text.append(text + at, length);
    at += length;
  }
  out.text += '"';
}

void positions(Reader& in, const char** found, int count, int result_argument) {
  int given = 0;
  if (in.take('[')) {
    while (in.peek() != ']' && in.at < in.end) {
      if (given < count) found[given] = in.at;
      ++given;
      in.skip();
      in.take(',');
    }
  } else if (in.take('{')) {
    while (in.peek() == '"') {
      const char* key = in.at + 1;
      in.skip();
      int size = (int)(in.at - key) - 1, index = 0;
      while (index < count && (std::strlen(names[index]) != (std::size_t)size || std::strncmp(key, names[index], size)))
        ++index;
      if (index == count) refuse("the function has no parameter %.*s", size, key);
      in.take(':');
      in.blank();
      found[index] = in.at;
      ++given;
      in.skip();
      in.take(',');
    }
  }
  if (given != count) refuse("the function takes %d arguments, the test has %d", count, given);
  for (int index = 0; index < count; ++index)
    if (!found[index]) refuse("the test gives no argument %s", names[index]);
  if (result_argument >= count)
    refuse("result_argument: %d, and the function takes %d arguments", result_argument, count);
}

char* input(std::size_t& size) {
  char* text = nullptr;
  std::size_t room = 0;
  for (size = 0;;) {
    if (room - size < 1 << 16) text = (char*)std::realloc(text, (room = 2 * room + (1 << 17)) + 1);
    long got = pread(0, text + size, room - size, (long)size);
    if (got <= 0) break;
    size += got;
  }
  text[size] = 0;
  return text;
}

#define ORDOJUDGE_DEFINE(...)                       \
  template void read<__VA_ARGS__>(Reader&, __VA_ARGS__&); \
  template void put<__VA_ARGS__>(Writer&, const __VA_ARGS__&);
ORDOJUDGE_COMMON_TYPES(ORDOJUDGE_DEFINE)

}  // namespace ordojudge_driver
